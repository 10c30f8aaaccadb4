import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import type { Notification } from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { PrivacyNotes } from '@nightshelf/platform/privacy/privacy-notes.ts';
import { countUnread, type VisibleNotification, visibleNotifications } from './visible-notifications.ts';

interface Page {
  readonly limit: number;
  /** Id of the last notification of the previous page. */
  readonly before?: string | undefined;
}

type Listed = Pick<CallAnswer<typeof notificationCalls.listNotifications>, 'notifications' | 'unread' | 'next'>;

/** Returns a page of the user's notifications, newest first. */
export async function listNotifications(
  em: EntityManager,
  notes: PrivacyNotes,
  userId: string,
  { limit, before }: Page,
): Promise<Listed> {
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
