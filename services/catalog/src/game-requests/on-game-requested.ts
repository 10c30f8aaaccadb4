import { LockMode } from '@mikro-orm/postgresql';
import { gameRequested, gameUpserted } from '@nightshelf/contracts';
import { type EntityManager, on } from '@nightshelf/platform';
import { storeGames } from '../games/store-games.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { FoundGames } from '../provider-cache/found-games.ts';

/**
 * A library holds a game that it has no confirmed copy of. A stored one is published again, and one that a search has found
 * is stored as it was found; any other is noted down for the job, since a provider must not be asked within a transaction.
 */
export const onGameRequested = (found: FoundGames) =>
  on(gameRequested, async ({ em, publish, data: { guid } }) => {
    const game = await em.findOne(StoredGame, { guid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (game) {
      publish(gameUpserted, { data: game.summary(), version: game.version });
      return;
    }
    const copies = await found.recall([guid]);
    if (copies.length > 0) await storeGames({ em, publish }, copies);
    else await noteDown(em, guid);
  });

/** A guid that the provider did not know is not asked for again until a day has passed. */
async function noteDown(em: EntityManager, guid: string): Promise<void> {
  await em.execute(
    `insert into games_to_fetch (guid) values (?)
     on conflict (guid) do update set unknown = false, attempts = 0, requested_at = now(), next_attempt_at = now()
     where games_to_fetch.unknown and games_to_fetch.next_attempt_at <= now()`,
    [guid],
  );
}
