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
  /** Counts requests dropped because their user had too many pending. */
  readonly dropped: Counter;
}

/**
 * Publishes a requested game that is stored, stores one that a search has found, and queues any other, since a
 * transaction must not wait for a provider.
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
