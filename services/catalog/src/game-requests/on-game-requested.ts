import { LockMode } from '@mikro-orm/postgresql';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import type { Counter } from 'prom-client';
import { storeGames } from '../games/store-games.ts';
import { StoredGame } from '../games/stored-game.ts';
import type { FoundGames } from '../provider-cache/found-games.ts';
import { nobody, noteDown } from './note-down.ts';

interface Parts {
  readonly found: FoundGames;
  /** Counts requests that were dropped, since their user had too many waiting. */
  readonly dropped: Counter;
}

/**
 * A library holds a game that it has no confirmed copy of. A stored one is published again, and one that a search has found
 * is stored as it was found; any other is noted down for the job, since a provider must not be asked within a transaction.
 */
export const onGameRequested = ({ found, dropped }: Parts) =>
  on(gameRequested, async ({ em, publish, tell, data: { guid, user_id } }) => {
    const game = await em.findOne(StoredGame, { guid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (game) {
      game.published = true;
      publish(gameUpserted, { data: game.summary(), version: game.version });
      return;
    }
    const copies = await found.recall([guid]);
    if (copies.length > 0) await storeGames({ em, publish, tell }, copies);
    else if (!(await noteDown(em, guid, user_id ?? nobody))) dropped.inc();
  });
