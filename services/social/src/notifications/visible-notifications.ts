import { mostNotifications, type Notification } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { isHiddenSince } from '../directory/hidden-since.ts';

export interface VisibleNotification extends Pick<Notification, 'id' | 'kind' | 'created_at' | 'read_at'> {
  readonly actor_id: string | null;
  readonly username: string | null;
  readonly guid: string | null;
}

interface Row extends VisibleNotification {
  /** True when only the actor's public library makes it visible. */
  readonly by_privacy: boolean;
}

const instant = (column: string) =>
  `to_char(n.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** Returns the user's notifications that still hold and are visible, newest first. Skips kinds of newer releases. */
export async function visibleNotifications(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
): Promise<VisibleNotification[]> {
  const rows = await em.execute<Row[]>(
    `select n.id, n.kind, n.actor_id, n.guid, u.username, ${instant('created_at')}, ${instant('read_at')},
       n.kind = 'friend_finished' and not finished.is_shared as by_privacy
     from (select * from notifications where user_id = ? order by id desc limit ?) n
     left join users u on u.id = n.actor_id and u.is_active
     left join lateral (
       select bool_or(e.is_shared) as is_shared from entries e
       where n.kind = 'friend_finished' and e.guid = n.guid and e.user_id = n.actor_id and e.status = 'completed'
     ) finished on true
     where (n.guid is null or exists (select from games g where g.guid = n.guid)) and case n.kind
       when 'new_follower' then u.id is not null and exists (
         select from follows f where f.follower_id = u.id and f.followee_id = n.user_id and f.active)
       when 'friend_finished' then u.id is not null and finished.is_shared is not null
         and (finished.is_shared or u.privacy = 'public')
         and exists (select from follows f where f.follower_id = n.user_id and f.followee_id = u.id and f.active)
       else n.kind = 'wanted_game_out' end
     order by n.id desc`,
    [userId, mostNotifications],
  );
  const hidden = await hiddenOf(em, notes, rows);
  return rows.filter(({ by_privacy, actor_id }) => !by_privacy || !hidden.has(actor_id));
}

/** Returns the actors who became private by a change that has not arrived here yet. */
async function hiddenOf(em: EntityManager, notes: PrivacyNotes, rows: readonly Row[]): Promise<Set<string | null>> {
  const actors = new Set(rows.flatMap(({ by_privacy, actor_id }) => (by_privacy && actor_id ? [actor_id] : [])));
  const hidden = await Promise.all([...actors].map(async (id) => ((await isHiddenSince(em, notes, id)) ? [id] : [])));
  return new Set(hidden.flat());
}

export const countUnread = (notifications: readonly VisibleNotification[]): number =>
  notifications.filter(({ read_at }) => read_at === null).length;
