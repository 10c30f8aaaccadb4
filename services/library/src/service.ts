import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { librarySettings } from './config.ts';
import { Entry } from './entries/entry.ts';
import { ownedEntries } from './entries/owned-entries.ts';
import { entryRoutes } from './entries/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { favouriteRoutes, ownedFavourites } from './favourites/favourites.ts';
import { supersededDescriptions } from './games/described-game.ts';
import { gamesProjection, onGameUpserted } from './games/game-copy.ts';
import { requestUnconfirmedGames } from './games/request-games.ts';
import { composeHistory } from './history/routes.ts';
import { composeImports } from './imports/routes.ts';
import { journalRoutes } from './journal/sessions.ts';
import { eraseLibrary } from './libraries/erase-library.ts';
import { libraryRoutes } from './libraries/routes.ts';
import { WholeLibraries } from './libraries/whole-libraries.ts';
import { listRoutes } from './lists/routes.ts';
import { migrations } from './migrations/index.ts';
import { ownGameRoutes } from './own-games/own-games.ts';
import { playthroughRoutes } from './playthroughs/playthroughs.ts';
import { serving } from './serve.ts';
import { onUserChanged, usersProjection } from './users/users.ts';
import { viewRoutes } from './views/views.ts';

export const libraryService = defineService({
  name: 'library',
  settings: librarySettings,
  entities: [Entry],
  migrations,
  projections: [gamesProjection, usersProjection],
  compose(foundation) {
    const { work, settings, logger, registry } = foundation;
    const libraries = new WholeLibraries(work, registry, settings.LIBRARY_CACHE_BYTES);
    return [
      { routes: (app) => libraryRoutes(app, work, libraries) },
      { routes: (app) => entryRoutes(serving(app, work)), owns: [ownedEntries] },
      { routes: (app) => viewRoutes(serving(app, work)) },
      { routes: (app) => favouriteRoutes(serving(app, work)), owns: [ownedFavourites] },
      { routes: (app) => playthroughRoutes(serving(app, work)), handlers: onUserChanged },
      { routes: (app) => journalRoutes(serving(app, work)) },
      { routes: (app) => listRoutes(serving(app, work)) },
      { routes: (app) => ownGameRoutes(app, work) },
      { routes: (app) => exportRoutes(app, work) },
      composeHistory({ work, logger }),
      composeImports(foundation),
      {
        handlers: [onGameUpserted],
        jobs: [supersededDescriptions.job(work, logger)],
        republish: () => requestUnconfirmedGames(work),
      },
      eraseUsers(work, logger, eraseLibrary),
    ];
  },
});
