import type { ActivityKind as DeedKind } from '@nightshelf/contracts/activities.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isOwn } from '../libraries/own-games.ts';

const kind = (name: DeedKind) => `'${name}'`;

/**
 * Returns a statement that records the last activity of each written entry. Replaying a completed game is no activity,
 * so that undoing a completion is none. Its one parameter is the time of the activity, null to record nothing.
 * @param written query of `entry_id, user_id, guid, status, rating, version, is_shared`, and of the previous values
 * `old_status` (null if new) and `old_rating`
 */
export const recordingDeeds = (written: string) => `
  insert into deeds (entry_id, user_id, kind, at, is_hidden)
  select entry_id, user_id, done, done_at, not is_shared from (
    select now.entry_id, now.user_id, now.guid, now.is_shared, done_at, case
      when old_status is null then case when version = 1 then ${kind('added')} end
      when status = 'completed' and old_status <> 'completed' then ${kind('completed')}
      when status = 'playing' and old_status not in ('playing', 'completed') then ${kind('began')}
      when status = 'completed' and last.kind = ${kind('completed')} and last.at > done_at - interval '1 day' then null
      when rating > 0 and rating is distinct from old_rating then ${kind('rated')}
    end as done
    from (${written}) as now cross join (select ?::timestamptz as done_at) as clock
    left join deeds last on last.entry_id = now.entry_id
  ) as deed
  where done is not null and done_at is not null and not ${isOwn('guid')}
  on conflict (entry_id) do update set kind = excluded.kind, at = excluded.at, is_hidden = excluded.is_hidden`;

/** Marks an activity as done while its owner was private, for a privacy change that has not arrived here yet. */
export const hideDeed = (em: EntityManager, entryId: string) =>
  em.execute('update deeds set done_hidden = true where entry_id = ? and is_hidden and not done_hidden', [entryId]);
