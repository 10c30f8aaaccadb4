import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/** Pending games per user; the user's next visit to their vault requests the rest again. */
export const mostOfOneUser = 1000;

/** The user id for requests without a known user: by operators and earlier releases. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Queues a game for fetching, in turn with other users (start-time fair queueing).
 * @returns false when the user has too many pending games
 */
export async function noteDown(em: EntityManager, guid: string, userId: string): Promise<boolean> {
  const [asked] = await em.execute<{ games: number; last: string | null }[]>(
    'select count(*)::int as games, max(turn) as last from game_askers where user_id = ?',
    [userId],
  );
  if (userId !== nobody && (asked?.games ?? 0) >= mostOfOneUser) return false;
  // Requests a guid unknown to the provider again only after a day.
  await em.execute(
    `insert into games_to_fetch (guid) values (?)
     on conflict (guid) do update set unknown = false, attempts = 0, requested_at = now(), next_attempt_at = now()
     where games_to_fetch.unknown and games_to_fetch.next_attempt_at <= now()`,
    [guid],
  );
  await em.execute(
    `insert into game_askers (guid, user_id, turn)
     select guid, ?, 1 + greatest(?::bigint, (
       select a.turn from game_askers a join games_to_fetch f on f.guid = a.guid
       where not f.unknown and f.next_attempt_at <= now() and a.waits_until <= now()
       order by a.turn limit 1), 0)
     from games_to_fetch where guid = ? and not unknown
     on conflict do nothing`,
    [userId, asked?.last ?? null, guid],
  );
  return true;
}
