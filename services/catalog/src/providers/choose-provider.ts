import type { Logger } from '@nightshelf/platform';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { type CatalogSettings, providerIn } from '../config.ts';
import type { GameProvider } from './game-provider.ts';
import { GiantBomb } from './giant-bomb/giant-bomb.ts';
import { Igdb } from './igdb/igdb.ts';
import { TwitchToken } from './igdb/token.ts';
import { ImageSources } from './image-sources.ts';
import { giantBombLimits, igdbLimits, times } from './limits/limits.ts';
import { ProviderChannel } from './provider-channel.ts';
import type { ProviderMetrics } from './provider-metrics.ts';

export interface ProviderDependencies {
  readonly settings: CatalogSettings;
  /** Durable Redis, where limits are counted and tokens kept. */
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly metrics: ProviderMetrics;
}

export interface ChosenProvider {
  /** Null while no key is configured for it. */
  readonly provider: GameProvider | null;
  close(): Promise<void>;
}

/** The provider that the settings lead to. */
export function chooseProvider({ settings, redis, logger, metrics }: ProviderDependencies): ChosenProvider {
  const name = providerIn(settings);
  const limits = times(settings.PROVIDER_LIMIT_FACTOR, name === 'igdb' ? igdbLimits : giantBombLimits);
  const routes = settings.PROVIDER_ROUTES;
  const channel = new ProviderChannel({ provider: name, limits, routes, redis, logger, metrics });
  const provider = name === 'igdb' ? igdb(settings, channel, redis) : giantBomb(settings, channel);
  if (!provider) logger.warn({ provider: name }, 'No key is configured for the provider: local search only');
  return { provider, close: () => channel.close() };
}

function giantBomb(settings: CatalogSettings, channel: ProviderChannel): GameProvider | null {
  const { GIANTBOMB_API_KEY: key, GIANTBOMB_BASE_URL: baseUrl } = settings;
  return key ? new GiantBomb(baseUrl, key, channel, new ImageSources(settings.IMAGE_ORIGINS)) : null;
}

function igdb(settings: CatalogSettings, channel: ProviderChannel, redis: RedisClient): GameProvider | null {
  const { IGDB_CLIENT_ID: clientId, IGDB_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId || !clientSecret) return null;
  const token = new TwitchToken({ baseUrl: settings.TWITCH_BASE_URL, clientId, clientSecret }, channel, redis);
  const images = new ImageSources(settings.IMAGE_ORIGINS);
  return new Igdb(settings.IGDB_BASE_URL, { clientId, token }, channel, images);
}
