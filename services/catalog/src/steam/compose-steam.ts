import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation, ServicePart } from '@nightshelf/platform/service/service-definition.ts';
import type { CatalogSettings } from '../config.ts';
import type { KnownGames } from '../games/known-games.ts';
import { askerOf } from '../providers/limits/asker.ts';
import { steamLimits, times } from '../providers/limits/limits.ts';
import { ProviderChannel } from '../providers/provider-channel.ts';
import type { ProviderMetrics } from '../providers/provider-metrics.ts';
import { direct } from '../providers/proxies/route-list.ts';
import { listSteamGames } from './list-steam-games.ts';
import { SteamWeb } from './steam-web.ts';

interface Given extends Pick<Foundation<CatalogSettings>, 'settings' | 'redis' | 'logger'> {
  readonly known: KnownGames;
  readonly metrics: ProviderMetrics;
}

/** Imports Steam accounts. Ignores PROVIDER_ROUTES, which were not chosen for Steam's key. */
export function composeSteam({ settings, redis, logger, known, metrics }: Given): ServicePart {
  const limits = times(settings.PROVIDER_LIMIT_FACTOR, steamLimits);
  const channel = new ProviderChannel({ provider: 'steam', limits, routes: [direct], redis, logger, metrics });
  const { STEAM_API_KEY: key, STEAM_BASE_URL: baseUrl } = settings;
  const steam = key ? new SteamWeb(baseUrl, key, channel) : null;
  return {
    routes: (app) =>
      route(app, catalogCalls.listSteamGames, async ({ query, identity, request }) => ({
        success: true,
        message: 'Games of the account.',
        ...(await listSteamGames({ steam, known }, query.account, askerOf(identity, clientOf(request)))),
      })),
    close: () => channel.close(),
  };
}
