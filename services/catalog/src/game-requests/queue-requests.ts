import { LockMode } from '@mikro-orm/postgresql';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Erase } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import type { Counter } from 'prom-client';
import { storeGames } from '../games/store-games.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { FoundGames } from '../provider-cache/provider-cache.ts';

/** Pending games per user; the user's next visit to their vault requests the rest again. */
export const mostOfOneUser = 1000;

/** The user id of requests without a known user. */
const unknownUser = '00000000-0000-0000-0000-000000000000';

/**
 * Queues a game for fetching, in turn with other users (start-time fair queueing).
 * @returns false when the user has too many pending games
 */
async function queueRequest(em: EntityManager, guid: string, userId: string): Promise<boolean> {
  const [pending] = await em.execute<{ games: number; last: string | null }[]>(
    'select count(*)::int as games, max(turn) as last from game_askers where user_id = ?',
    [userId],
  );
  if (userId !== unknownUser && (pending?.games ?? 0) >= mostOfOneUser) return false;
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
    [userId, pending?.last ?? null, guid],
  );
  return true;
}

interface Parts {
  readonly found: FoundGames;
  /** Counts requests dropped because their user had too many pending. */
  readonly dropped: Counter;
}

/**
 * Publishes a requested game that is stored, stores one that a search has found, and queues any other, since a
 * transaction must not wait for a provider.
 */
export const onGameRequested = ({ found, dropped }: Parts) =>
  on(gameRequested, async ({ em, publish, notifyClients, data: { guid, user_id } }) => {
    const game = await em.findOne(StoredGame, { guid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (game) {
      game.published = true;
      publish(gameUpserted, { data: game.summary(), version: game.version });
      return;
    }
    const copies = await found.recall([guid]);
    if (copies.length > 0) await storeGames({ em, publish, notifyClients }, copies);
    else if (!(await queueRequest(em, guid, user_id ?? unknownUser))) dropped.inc();
  });

/** Reassigns a user's requests to the unknown user, since another user may have the games too. */
export const eraseRequests: Erase = async ({ em }, userId) => {
  await em.execute(
    `insert into game_askers (guid, user_id, turn, waits_until)
     select guid, ?, turn, waits_until from game_askers where user_id = ?
     on conflict do nothing`,
    [unknownUser, userId],
  );
  await em.execute('delete from game_askers where user_id = ?', [userId]);
  return false;
};
