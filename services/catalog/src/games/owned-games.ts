import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import { type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { StoredGame } from './stored-game.ts';

export const ownedGames: OwnedTopic = {
  topic: 'catalog.games',
  parts: [
    ownedEntities(
      StoredGame,
      'guid',
      (game) => ({ event: gameUpserted, data: game.summary(), version: game.version }),
      { published: true },
    ),
  ],
};
