import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { type CatalogSettings, providersIn } from '../config.ts';
import type { GameProvider } from './game-provider.ts';
import { giantBomb } from './giant-bomb.ts';
import { igdb } from './igdb.ts';
import { imageSources } from './image-sources.ts';
import { giantBombLimits, igdbLimits, type ProviderLimits, times, wikidataLimits } from './limits.ts';
import { ProviderChain } from './provider-chain.ts';
import { type ProviderChannel, type ProviderMetrics, providerChannel } from './provider-channel.ts';
import { direct } from './route-list.ts';
import { twitchToken } from './twitch-token.ts';
import { wikidata } from './wikidata.ts';

export interface ProviderDependencies {
  readonly settings: CatalogSettings;
  /** Durable Redis, for limits and tokens. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly metrics: ProviderMetrics;
}

export interface ChosenProviders {
  readonly chain: ProviderChain;
  close(): Promise<void>;
}

const limits: Readonly<Record<GameProviderName, ProviderLimits>> = {
  igdb: igdbLimits,
  giantbomb: giantBombLimits,
  wikidata: wikidataLimits,
};

/** Short, since the offline catalogue can respond instead. */
const keylessTimeoutMs = 8000;

/** Returns the configured providers in the order in which they are asked. */
export function chooseProviders({ settings, redis, logger, metrics }: ProviderDependencies): ChosenProviders {
  const channels: ProviderChannel[] = [];
  const open = (name: GameProviderName): GameProvider => {
    const isKeyless = name === 'wikidata';
    const channel = providerChannel({
      provider: name,
      limits: times(settings.PROVIDER_LIMIT_FACTOR, limits[name]),
      // PROVIDER_ROUTES are meant for a provider with a key.
      routes: isKeyless ? [direct] : settings.PROVIDER_ROUTES,
      redis,
      logger,
      metrics,
      ...(isKeyless && { timeoutMs: keylessTimeoutMs }),
    });
    channels.push(channel);
    const images = imageSources(settings.IMAGE_ORIGINS);
    if (name === 'wikidata') return wikidata(settings.WIKIDATA_URL, channel);
    if (name === 'giantbomb')
      return giantBomb(settings.GIANTBOMB_BASE_URL, settings.GIANTBOMB_API_KEY ?? '', channel, images);
    const { IGDB_CLIENT_ID: clientId = '', IGDB_CLIENT_SECRET: clientSecret = '' } = settings;
    const token = twitchToken({ baseUrl: settings.TWITCH_BASE_URL, clientId, clientSecret }, channel);
    return igdb(settings.IGDB_BASE_URL, token, channel, images);
  };
  const chain = new ProviderChain(providersIn(settings).map(open), logger);
  return {
    chain,
    close: async () => {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
