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

interface Member {
  readonly provider: GameProvider;
  /** Whether it responded to its last try; null before the first. */
  answers: boolean | null;
}

export interface Searched {
  readonly games: readonly Game[];
  readonly source: GameProviderName;
}

/**
 * The configured providers in the order in which they are asked. A failure moves on to the next; an unresponsive
 * provider is skipped until it responds again.
 */
export class ProviderChain {
  readonly #members: readonly Member[];
  readonly #logger: Logger;
  /** Tries all providers at startup, and unresponsive ones again later. */
  readonly trying: Worker;

  constructor(providers: readonly GameProvider[], logger: Logger) {
    this.#members = providers.map((provider) => ({ provider, answers: null }));
    this.#logger = logger;
    this.trying = new Worker({
      name: 'try-providers',
      idleMs: retryMs,
      logger,
      step: async () => {
        await Promise.all(this.#members.filter(({ answers }) => !answers).map((member) => this.#try(member)));
        return false;
      },
    });
  }

  /** The providers' names in order; part of cache keys. */
  get order(): string {
    return this.#members.map(({ provider }) => provider.name).join('+');
  }

  get isEmpty(): boolean {
    return this.#members.length === 0;
  }

  /** Whether no provider has keys; then an unavailable provider is no error. */
  get isKeyless(): boolean {
    return this.#members.every(({ provider }) => provider.isKeyless);
  }

  /** Providers that describe games with covers and texts. */
  get describing(): readonly GameProvider[] {
    return this.#members.map(({ provider }) => provider).filter(({ describes }) => describes);
  }

  /** Returns whether a provider responded to the last try, or was not tried yet. */
  isAnswering(provider: GameProvider): boolean {
    return this.#members.some((member) => member.provider === provider && member.answers !== false);
  }

  state(): { name: GameProviderName; answers: boolean }[] {
    return this.#members.map(({ provider: { name }, answers }) => ({ name, answers: answers !== false }));
  }

  owner(guid: string): GameProvider | null {
    return this.#members.find(({ provider }) => provider.owns(guid))?.provider ?? null;
  }

  /** @throws ProviderFault of the first provider when none responds, or when its request limit is used up */
  async search(query: string, limit: number, caller: Caller): Promise<Searched> {
    let first: unknown = new ProviderFault('unavailable', 'there is no provider');
    for (const [at, { provider }] of this.#usable().entries()) {
      try {
        return { games: await provider.search(query, limit, caller), source: provider.name };
      } catch (fault) {
        if (!(fault instanceof ProviderFault) || fault.isShortage) throw at === 0 ? fault : first;
        if (at === 0) first = fault;
      }
    }
    throw first;
  }

  /** Matches rows to games in as few requests as possible; undefined when the first provider cannot batch. */
  get match(): GameProvider['match'] {
    const first = this.#usable()[0]?.provider;
    return first?.match?.bind(first);
  }

  /** Returns the responsive providers, or all when none responds. */
  #usable(): readonly Member[] {
    const answering = this.#members.filter(({ answers }) => answers !== false);
    return answering.length > 0 ? answering : this.#members;
  }

  async #try(member: Member): Promise<void> {
    const { provider, answers: before } = member;
    try {
      await provider.search('zelda', 1, { kind: 'visitor', network: 'start' });
      member.answers = true;
      this.#logger.info({ provider: provider.name }, `${titles[provider.name]} answers`);
    } catch (fault) {
      if (!(fault instanceof ProviderFault)) throw fault;
      member.answers = fault.isShortage;
      if (before !== false && !member.answers)
        this.#logger.warn(
          { provider: provider.name, reason: fault.message },
          `${titles[provider.name]} does not answer, and is tried again every ${retryMs / 60_000} minutes`,
        );
    }
  }
}

interface ProviderDependencies extends Pick<ChannelOptions, 'redis' | 'logger' | 'metrics'> {
  readonly settings: CatalogSettings;
}

/** Short, since the offline catalog can respond instead. */
const keylessTimeoutMs = 8000;

/** Returns the configured providers in the order in which they are asked. */
export function chooseProviders({ settings, ...shared }: ProviderDependencies) {
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
  const chain = new ProviderChain(
    providersIn(settings).map((name) => open[name]()),
    shared.logger,
  );
  return {
    chain,
    close: async () => {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
