import { defineService } from '@nightshelf/platform';
import { librarySettings } from './config.ts';
import { Entry } from './entries/entry.ts';
import { ownedEntries } from './entries/owned-entries.ts';
import { entryRoutes } from './entries/routes.ts';
import { gamesProjection } from './games/games-projection.ts';
import { onGameUpserted } from './games/on-game-upserted.ts';
import { requestUnconfirmedGames } from './games/request-games.ts';
import { migrations } from './migrations/index.ts';
import { BodyCache } from './vault/body-cache.ts';
import { gameChanges } from './vault/game-changes.ts';
import { vaultRoutes } from './vault/routes.ts';
import { Vaults } from './vault/vaults.ts';

export const libraryService = defineService({
  name: 'library',
  settings: librarySettings,
  entities: [Entry],
  migrations,
  projections: [gamesProjection],
  compose({ work, settings, logger }) {
    const vaults = new Vaults(work, new BodyCache(settings.LIBRARY_CACHE_BYTES));
    return {
      routes: (app) => {
        vaultRoutes(app, { work, vaults });
        entryRoutes(app, { work });
      },
      handlers: [onGameUpserted],
      jobs: [gameChanges.job(work, logger)],
      owns: [ownedEntries],
      republish: () => requestUnconfirmedGames(work),
    };
  },
});
