import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import { type CatalogSettings, providersIn } from '../config.ts';
import { type Caller, type GameProvider, ProviderFault } from './game-provider.ts';
import { giantBomb } from './giant-bomb.ts';
import { igdb } from './igdb.ts';
import { imageSources } from './lenient.ts';
import { type ChannelOptions, type ProviderChannel, providerChannel } from './provider-channel.ts';
import { giantBombLimits, igdbLimits, type ProviderLimits, times, wikidataLimits } from './request-limiter.ts';
import { direct } from './route-client.ts';
import { twitchToken } from './twitch-token.ts';
import { wikidata } from './wikidata.ts';

/** Interval of retrying an unresponsive provider. */
const retryMs = 300_000;

/** Display names. */
const titles: Readonly<Record<GameProviderName, string>> = {
  igdb: 'IGDB',
  giantbomb: 'Giant Bomb',
  wikidata: 'Wikidata',
};

export interface Searched {
  readonly games: readonly Game[];
  readonly source: GameProviderName;
}

export type ProviderChain = ReturnType<typeof providerChain>;

/**
 * The configured providers in the order in which they are asked. A failure moves on to the next; an unresponsive
 * provider is skipped until it responds again.
 */
function providerChain(providers: readonly GameProvider[], logger: Logger) {
  /** Results of the last try of each provider. */
  const answered = new Map<GameProvider, boolean>();

  /** Returns whether a provider responded to the last try, or was not tried yet. */
  const isAnswering = (provider: GameProvider) => answered.get(provider) !== false;

  /** Returns the responsive providers, or all when none responds. */
  function usable(): readonly GameProvider[] {
    const answering = providers.filter(isAnswering);
    return answering.length > 0 ? answering : providers;
  }

  async function tryOut(provider: GameProvider): Promise<void> {
    const { name } = provider;
    try {
      await provider.search('zelda', 1, { kind: 'visitor', network: 'start' });
      answered.set(provider, true);
      logger.info({ provider: name }, `${titles[name]} answers`);
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault;
      const wasAnswering = isAnswering(provider);
      answered.set(provider, fault.isShortage);
      if (wasAnswering && !fault.isShortage)
        logger.warn(
          { provider: name, reason: fault.message },
          `${titles[name]} does not answer, and is tried again every ${retryMs / 60_000} minutes`,
        );
    }
  }

  return {
    /** The providers' names in order; part of cache keys. */
    order: providers.map(({ name }) => name).join('+'),
    isEmpty: providers.length === 0,
    /** Whether no provider has keys; then an unavailable provider is no error. */
    isKeyless: providers.every(({ isKeyless }) => isKeyless),
    /** Providers that describe games with covers and texts. */
    describing: providers.filter(({ describes }) => describes),
    isAnswering,
    state: () => providers.map((provider) => ({ name: provider.name, answers: isAnswering(provider) })),
    owner: (guid: string) => providers.find((provider) => provider.owns(guid)) ?? null,

    /** Tries all providers at startup, and unresponsive ones again later. */
    trying: new Worker({
      name: 'try-providers',
      idleMs: retryMs,
      logger,
      step: async () => {
        await Promise.all(providers.filter((provider) => !answered.get(provider)).map(tryOut));
        return false;
      },
    }),

    /** @throws ProviderFault of the first provider when none responds, or when its request limit is used up */
    async search(query: string, limit: number, caller: Caller): Promise<Searched> {
      let first: unknown = new ProviderFault('unavailable', 'there is no provider');
      for (const [at, provider] of usable().entries()) {
        try {
          return { games: await provider.search(query, limit, caller), source: provider.name };
        } catch (fault) {
          if (!(fault instanceof ProviderFault) || fault.isShortage) throw at === 0 ? fault : first;
          if (at === 0) first = fault;
        }
      }
      throw first;
    },

    /** Matches rows to games in as few requests as possible; undefined when the first provider cannot batch. */
    get match(): GameProvider['match'] {
      const [first] = usable();
      return first?.match?.bind(first);
    },
  };
}

type Needs = Pick<ChannelOptions, 'redis' | 'logger' | 'metrics'> & { readonly settings: CatalogSettings };

/** Short, since the offline catalog can respond instead. */
const keylessTimeoutMs = 8000;

/** Returns the configured providers in the order in which they are asked. */
export function chooseProviders({ settings, ...shared }: Needs) {
  const channels: ProviderChannel[] = [];
  const channelTo = (
    provider: GameProviderName,
    limits: ProviderLimits,
    options: Pick<ChannelOptions, 'routes' | 'timeoutMs'>,
  ): ProviderChannel => {
    const scaled = times(settings.PROVIDER_LIMIT_FACTOR, limits);
    const channel = providerChannel({ provider, limits: scaled, ...shared, ...options });
    channels.push(channel);
    return channel;
  };
  const withKey = { routes: settings.PROVIDER_ROUTES };
  // PROVIDER_ROUTES are meant for a provider with a key.
  const keyless = { routes: [direct], timeoutMs: keylessTimeoutMs };
  const images = imageSources(settings.IMAGE_ORIGINS);
  const open: Readonly<Record<GameProviderName, () => GameProvider>> = {
    igdb: () => {
      const channel = channelTo('igdb', igdbLimits, withKey);
      const { IGDB_CLIENT_ID: clientId = '', IGDB_CLIENT_SECRET: clientSecret = '' } = settings;
      const token = twitchToken({ baseUrl: settings.TWITCH_BASE_URL, clientId, clientSecret }, channel);
      return igdb(settings.IGDB_BASE_URL, token, channel, images);
    },
    giantbomb: () => {
      const channel = channelTo('giantbomb', giantBombLimits, withKey);
      return giantBomb(settings.GIANTBOMB_BASE_URL, settings.GIANTBOMB_API_KEY ?? '', channel, images);
    },
    wikidata: () => wikidata(settings.WIKIDATA_URL, channelTo('wikidata', wikidataLimits, keyless)),
  };
  const providers = providersIn(settings).map((name) => open[name]());
  return {
    chain: providerChain(providers, shared.logger),
    close: async () => {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
