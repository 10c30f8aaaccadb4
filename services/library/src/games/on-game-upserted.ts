import { gameUpserted } from '@nightshelf/contracts';
import { on } from '@nightshelf/platform';
import { spreadGameChange } from '../vault/game-changes.ts';
import { storeConfirmedGame } from './game-copy.ts';

/** The catalog's word takes the place of whatever clients have said, and every vault with the game shows it. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  if (await storeConfirmedGame(em, game)) await spreadGameChange(em, game.guid);
});
