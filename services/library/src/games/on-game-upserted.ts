import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { storeConfirmedGame } from './game-copy.ts';
import { supersededDescriptions } from './superseded-descriptions.ts';

/** Replaces the clients' descriptions of a game with the catalog's, in every library. */
export const onGameUpserted = on(gameUpserted, async ({ em, tell, data: game }) => {
  if (!(await storeConfirmedGame(em, game))) return;
  await supersededDescriptions.spread(em, game.guid);
  tell({ to: { game: game.guid }, event: 'game', data: { guid: game.guid } });
});
