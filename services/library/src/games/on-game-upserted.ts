import { gameUpserted } from '@nightshelf/contracts';
import { on } from '@nightshelf/platform';
import { bumpLibrariesWith } from '../vault/library-version.ts';
import { forgetAllDescriptions } from './described-game.ts';
import { storeConfirmedGame } from './game-copy.ts';

/** The catalog's word takes the place of whatever clients have said, and every vault with the game shows it. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  if (!(await storeConfirmedGame(em, game))) return;
  await forgetAllDescriptions(em, game.guid);
  await bumpLibrariesWith(em, game.guid);
});
