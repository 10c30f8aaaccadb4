import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { storeGameCopy } from '@nightshelf/platform/game-copies/game-copies.ts';
import { gameChanges } from '../libraries/game-changes.ts';
import { holdGame } from '../libraries/library-version.ts';

/** Copies every game that the catalog has confirmed, even if no library contains it yet. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  await holdGame(em, game.guid);
  await storeGameCopy(em, game);
  await gameChanges.spread(em, game.guid);
});
