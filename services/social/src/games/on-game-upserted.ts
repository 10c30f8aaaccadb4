import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { storeGameCopy } from '@nightshelf/platform/game-copies/game-copy.ts';
import { gameChanges } from '../libraries/game-changes.ts';
import { holdGame } from '../libraries/library-version.ts';

/** Keeps a copy of every game that the catalog has confirmed, whether anybody's library has it yet or not. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  await holdGame(em, game.guid);
  await storeGameCopy(em, game);
  await gameChanges.spread(em, game.guid);
});
