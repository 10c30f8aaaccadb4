import {
  type Activity,
  type ActivityKind,
  activityDays,
  mostActivities,
  mostActivitiesOfUser,
} from '@nightshelf/contracts/activities.ts';
import * as socialCalls from '@nightshelf/contracts/calls/social.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import type { FastifyInstance } from 'fastify';
import { deleteOld } from '../delete-old.ts';
import { isOwn, withoutHidden } from '../libraries/visibility.ts';
import type { SocialParts } from '../parts.ts';

export function activityRoutes(app: FastifyInstance, { work, notes }: SocialParts): void {
  route(app, socialCalls.listFollowedActivity, async ({ identity }) => {
    const activity = await listActivity(work.query(), notes, identity.userId);
    return { success: true as const, message: 'Activity of people you follow.', deeds: activity };
  });
}

/** Maximum number of followed users considered. */
const mostFollows = 5000;

/**
 * Maximum number of activities considered, per user and in total. Hidden ones must not count towards it: they would
 * displace visible ones and so reveal that their owner plays.
 */
const maxPerUser = 10;
const maxTotal = 500;

interface Row extends Omit<Activity, 'user' | 'game'>, Readonly<Activity['user']>, Readonly<Activity['game']> {
  /** True when only the public library makes it visible. */
  readonly by_privacy: boolean;
}

/**
 * Returns recent activity of followed users, newest first and limited per user. It must be visible now and have been
 * visible when it happened, because sharing a game later must not reveal when its owner played it.
 */
export async function listActivity(em: EntityManager, notes: PrivacyNotes, viewerId: string): Promise<Activity[]> {
  const rows = await em.execute<Row[]>(
    `select seen.id, seen.username, seen.kind, seen.rating, seen.by_privacy,
       ${instant('seen.at')} as at,
       g.guid, g.summary::json ->> 'name' as name, g.image_url
     from (
       select latest.id, latest.username, latest.kind, latest.at, e.guid, e.rating, not e.is_shared as by_privacy,
         row_number() over (partition by latest.id order by latest.at desc, e.guid) as place
       from (
         select u.id, u.username, u.privacy, d.entry_id, d.kind, d.at
         from (select followee_id from follows where follower_id = ? and active limit ${mostFollows}) f
         join users u on u.id = f.followee_id and u.is_active
         cross join lateral (
           (select entry_id, kind, at from deeds
            where u.privacy = 'public' and user_id = f.followee_id and at > now() - make_interval(days => ?) and not done_hidden
            order by at desc limit ${maxPerUser})
           union all
           (select entry_id, kind, at from deeds
            where u.privacy <> 'public' and user_id = f.followee_id and at > now() - make_interval(days => ?) and not is_hidden
              and not done_hidden
              and exists (select from entries s where s.entry_id = deeds.entry_id and s.is_shared)
            order by at desc limit ${maxPerUser})
         ) d
         order by d.at desc limit ${maxTotal}
       ) latest
       join entries e on e.entry_id = latest.entry_id and (e.is_shared or latest.privacy = 'public') and ${stillHolds}
         and not ${isOwn('e.guid')}
         and exists (select from games g where g.guid = e.guid)
     ) seen join games g on g.guid = seen.guid
     where seen.place <= ${mostActivitiesOfUser}
     order by seen.at desc, seen.id, g.guid limit ${mostActivities}`,
    [viewerId, activityDays, activityDays],
  );
  return (await withoutHidden(em, notes, rows, ({ id }) => id)).map(({ id, username, kind, at, rating, ...game }) => ({
    user: { id, username },
    kind,
    at,
    rating,
    game: { guid: game.guid, name: game.name, image_url: game.image_url },
  }));
}

const stillHolds = `case latest.kind
  when 'completed' then e.status = 'completed' when 'began' then e.status = 'playing' when 'rated' then e.rating > 0
  else latest.kind = 'added' end`;

const kind = (name: ActivityKind) => `'${name}'`;

/**
 * Returns a statement that records the last activity of each written entry. Replaying a completed game is no activity,
 * so that undoing a completion is none. Its one parameter is the time of the activity, null to record nothing.
 * @param written query of `entry_id, user_id, guid, status, rating, version, is_shared`, and of the previous values
 * `old_status` (null if new) and `old_rating`
 */
export const recordingActivity = (written: string) => `
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
  ) as activity
  where done is not null and done_at is not null and not ${isOwn('guid')}
  on conflict (entry_id) do update set kind = excluded.kind, at = excluded.at, is_hidden = excluded.is_hidden`;

/** Marks an activity as done while its owner was private, for a privacy change that has not arrived here yet. */
export const hideActivity = (em: EntityManager, entryId: string) =>
  em.execute('update deeds set done_hidden = true where entry_id = ? and is_hidden and not done_hidden', [entryId]);

const hourMs = 60 * 60 * 1000;

export const pruneActivityHourly = ({ work, logger }: SocialParts) =>
  new Worker({
    name: 'prune-activity',
    idleMs: hourMs,
    logger,
    step: () => deleteOld(work, { table: 'deeds', key: 'entry_id', time: 'at', days: activityDays }),
  });
