import { eraseUsers } from '@nightshelf/platform/erasure/erase-users.ts';
import { defineService } from '@nightshelf/platform/service/service-definition.ts';
import { Counter } from 'prom-client';
import { candidateRoutes } from './candidates/routes.ts';
import { composeCatalogue } from './catalogue/compose-catalogue.ts';
import { coverColours } from './colours/cover-colours.ts';
import { catalogSettings } from './config.ts';
import { coverRoutes } from './covers/routes.ts';
import { detailsRoutes } from './details/routes.ts';
import { externalSearchRoutes } from './external-search/routes.ts';
import { fetchRequestedGames } from './game-requests/fetch-requested-games.ts';
import { eraseRequests, onGameRequested } from './game-requests/queue-requests.ts';
import { gameRoutes } from './games/get-game.ts';
import { KnownGames } from './games/known-games.ts';
import { ownedGames, StoredGame } from './games/stored-game.ts';
import { migrations } from './migrations/index.ts';
import { nightlySteps, onEntryChanged, vaultEntriesProjection } from './popularity/vault-counts.ts';
import { foundGames, providerCache } from './provider-cache/provider-cache.ts';
import { imageSources } from './providers/lenient.ts';
import { chooseProviders } from './providers/provider-chain.ts';
import { createProviderMetrics } from './providers/provider-channel.ts';
import { searchRoutes } from './search/routes.ts';
import { formKeys } from './search/vocabulary.ts';
import { composeSteam } from './steam/compose-steam.ts';
import { timesRoutes } from './times/routes.ts';

export const catalogService = defineService({
  name: 'catalog',
  settings: catalogSettings,
  entities: [StoredGame],
  migrations,
  projections: [vaultEntriesProjection],
  compose(foundation) {
    const { settings, work, redis, cache: cacheRedis, logger, registry } = foundation;
    const metrics = createProviderMetrics(registry);
    const { chain, close } = chooseProviders({ settings, redis, logger, metrics });
    const known = new KnownGames(work, chain);
    const hits = new Counter({
      name: 'cache_hits_total',
      help: 'Lookups in the provider cache, by result: fresh, stale or miss',
      labelNames: ['state'],
      registers: [registry],
    });
    const dropped = new Counter({
      name: 'game_requests_dropped_total',
      help: 'Game requests dropped because the user had too many pending ones',
      registers: [registry],
    });
    const parts = {
      ...{ work, logger, known },
      cache: providerCache(cacheRedis, logger, hits),
      found: foundGames(cacheRedis),
      colours: coverColours({ work, sources: imageSources(settings.IMAGE_ORIGINS), logger }),
    };
    return [
      composeCatalogue(foundation, chain),
      { routes: coverRoutes },
      { routes: (app) => searchRoutes(app, { work }), jobs: [formKeys(work, logger)] },
      { routes: (app) => externalSearchRoutes(app, parts), jobs: [chain.trying], close },
      { routes: (app) => gameRoutes(app, parts), owns: [ownedGames] },
      { routes: (app) => detailsRoutes(app, parts) },
      { routes: (app) => timesRoutes(app, parts) },
      composeSteam({ settings, redis, logger, known, metrics }),
      {
        handlers: [onGameRequested({ found: parts.found, dropped })],
        jobs: chain.isEmpty ? [] : [fetchRequestedGames(parts)],
      },
      { routes: (app) => candidateRoutes(app, parts) },
      { handlers: onEntryChanged, jobs: [nightlySteps(work, logger)] },
      // No other user data: counts of vaults follow the library's events.
      eraseUsers(work, logger, eraseRequests),
    ];
  },
});
