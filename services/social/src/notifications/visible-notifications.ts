import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { mostNotifications, type Notification } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { withoutHidden } from '../libraries/visibility.ts';

interface VisibleNotification extends Pick<Notification, 'id' | 'kind' | 'created_at' | 'read_at'> {
  readonly actor_id: string | null;
  readonly username: string | null;
  readonly guid: string | null;
}

interface Row extends VisibleNotification {
  /** True when only the actor's public library makes it visible. */
  readonly by_privacy: boolean;
}

/** Returns the user's notifications that still apply and are visible, newest first. Skips kinds of newer releases. */
export async function visibleNotifications(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
): Promise<VisibleNotification[]> {
  const rows = await em.execute<Row[]>(
    `select n.id, n.kind, n.actor_id, n.guid, u.username, ${instant('n.created_at')} as created_at,
       ${instant('n.read_at')} as read_at,
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
  return withoutHidden(em, notes, rows, ({ actor_id }) => actor_id);
}

export const countUnread = (notifications: readonly VisibleNotification[]): number =>
  notifications.filter(({ read_at }) => read_at === null).length;

/** Returns a page of the user's notifications, newest first. */
export async function listNotifications(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
  { limit, before }: CallRequest<typeof notificationCalls.listNotifications>['query'],
) {
  const all = await visibleNotifications(em, notes, userId);
  const start = before?.toLowerCase();
  const rest = start ? all.filter(({ id }) => id < start) : all;
  const page = rest.slice(0, limit);
  return {
    notifications: await withGames(em, page),
    unread: countUnread(all),
    next: rest.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

async function withGames(em: EntityManager, page: readonly VisibleNotification[]): Promise<Notification[]> {
  const games = await em.execute<NonNullable<Notification['game']>[]>(
    `select guid, summary::json ->> 'name' as name, image_url from games
     where guid in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(page.flatMap(({ guid }) => guid ?? []))],
  );
  const byGuid = new Map(games.map((game) => [game.guid, game]));
  return page.map(({ actor_id, username, guid, ...notification }) => ({
    ...notification,
    user: actor_id && username ? { id: actor_id, username } : null,
    game: (guid && byGuid.get(guid)) || null,
  }));
}
