import { gameUpserted } from '@nightshelf/contracts';
import { on } from '@nightshelf/platform';
import { gameChanges } from '../vault/game-changes.ts';
import { storeConfirmedGame } from './game-copy.ts';

/** What the catalog has confirmed takes the place of whatever clients have said, and every vault with the game shows it. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  if (await storeConfirmedGame(em, game)) await gameChanges.spread(em, game.guid);
});
