import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { RedisClient } from '@nightshelf/platform/redis/client.ts';
import { z } from 'zod';
import { type CatalogSettings, type ProviderName, providersIn } from '../config.ts';
import type { FoundGame, GameProvider } from './game-provider.ts';
import { GiantBomb } from './giant-bomb/giant-bomb.ts';
import { Igdb } from './igdb/igdb.ts';
import { TwitchToken } from './igdb/token.ts';
import { ImageSources } from './image-sources.ts';
import type { Asker } from './limits/asker.ts';
import { giantBombLimits, igdbLimits, type ProviderLimits, times, wikidataLimits } from './limits/limits.ts';
import { ProviderChain } from './provider-chain.ts';
import { ProviderChannel } from './provider-channel.ts';
import { ProviderFault } from './provider-fault.ts';
import type { ProviderMetrics } from './provider-metrics.ts';
import { type ProviderResponse, parseJson } from './proxies/route-client.ts';
import { direct } from './proxies/route-list.ts';
import { properties, readItem, toGame, videoGame, type WikidataFacts } from './wikidata/to-game.ts';

const ownGuid = /^wikidata-(Q\d{1,12})$/;

/** Items per request. */
const itemsAtOnce = 50;

const found = z.object({ query: z.object({ search: z.array(z.object({ title: z.string().regex(/^Q\d+$/) })) }) });
const entities = z.object({ entities: z.record(z.string(), z.unknown()) });
const labelled = z.object({ labels: z.object({ en: z.object({ value: z.string() }).optional() }).optional() });

/** Wikidata's public API, which needs no key: https://www.wikidata.org/w/api.php */
class Wikidata implements GameProvider {
  readonly name = 'wikidata';
  readonly #baseUrl: string;
  readonly #channel: ProviderChannel;

  constructor(baseUrl: string, channel: ProviderChannel) {
    this.#baseUrl = baseUrl;
    this.#channel = channel;
  }

  owns(guid: string): boolean {
    return ownGuid.test(guid);
  }

  async search(query: string, limit: number, asker: Asker): Promise<Game[]> {
    const srsearch = `${query.replace(/[":]/g, ' ')} haswbstatement:${properties.instanceOf}=${videoGame}`;
    const srlimit = String(Math.min(limit, itemsAtOnce));
    const body = await this.#ask({ action: 'query', list: 'search', srsearch, srlimit }, asker);
    const parsed = found.safeParse(body);
    if (!parsed.success) throw new ProviderFault('malformed', 'the provider returned an unknown format');
    const ids = parsed.data.query.search.map(({ title }) => title);
    const items = await this.#items(ids, 'labels|aliases|descriptions|claims', asker);
    return ids.flatMap((id) => {
      const facts = readItem(items[id]);
      return facts ? [toGame(facts)] : [];
    });
  }

  async get(guid: string, asker: Asker): Promise<FoundGame | null> {
    const id = ownGuid.exec(guid)?.[1];
    if (id === undefined) return null;
    const facts = readItem((await this.#items([id], 'labels|aliases|descriptions|claims', asker))[id]);
    if (!facts) return null;
    return { game: toGame(facts), details: await this.#details(facts, asker), seriesId: null };
  }

  async complete({ details }: FoundGame): Promise<GameDetails> {
    return details;
  }

  /** Makers and genres are separate items; only their names are needed. */
  async #details(facts: WikidataFacts, asker: Asker): Promise<GameDetails> {
    const { genres, developers, publishers } = facts;
    const wanted = [...new Set([...genres, ...developers, ...publishers])].slice(0, itemsAtOnce);
    const items = await this.#items(wanted, 'labels', asker);
    const names = (ids: readonly string[]) =>
      ids.flatMap((id) => labelled.safeParse(items[id]).data?.labels?.en?.value ?? []).slice(0, 20);
    return {
      genres: names(genres),
      themes: [],
      developers: names(developers),
      publishers: names(publishers),
      screenshots: [],
      series: [],
      similar_games: [],
      times_to_beat: null,
    };
  }

  async #items(ids: readonly string[], props: string, asker: Asker): Promise<Readonly<Record<string, unknown>>> {
    if (ids.length === 0) return {};
    const body = await this.#ask({ action: 'wbgetentities', ids: ids.join('|'), props, languages: 'en|mul' }, asker);
    const parsed = entities.safeParse(body);
    if (!parsed.success) throw new ProviderFault('malformed', 'the provider returned an unknown format');
    return parsed.data.entities;
  }

  #ask(query: Readonly<Record<string, string>>, asker: Asker): Promise<unknown> {
    const search = new URLSearchParams({ ...query, format: 'json', maxlag: '5' });
    const request = { method: 'GET', url: `${this.#baseUrl}?${search}`, headers: {} } as const;
    return this.#channel.send({ resource: 'api', asker }, request, readBody);
  }
}

function readBody({ status, text, retryAfterMs }: ProviderResponse): unknown {
  if (status === 429) throw new ProviderFault('too-many-requests', 'the provider limits our requests', retryAfterMs);
  if (status !== 200) throw new ProviderFault('unavailable', `the provider answered ${status}`);
  const body = parseJson(text);
  const fault = z.object({ error: z.object({ code: z.string() }) }).safeParse(body);
  if (!fault.success) return body;
  if (fault.data.error.code === 'maxlag')
    throw new ProviderFault('too-many-requests', 'the provider limits our requests', 5000);
  throw new ProviderFault('unavailable', `the provider answered ${fault.data.error.code}`);
}

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

const limits: Readonly<Record<ProviderName, ProviderLimits>> = {
  igdb: igdbLimits,
  giantbomb: giantBombLimits,
  wikidata: wikidataLimits,
};

/** Short, since the offline catalogue can respond instead. */
const keylessTimeoutMs = 8000;

/** Returns the configured providers in the order in which they are asked. */
export function chooseProviders({ settings, redis, logger, metrics }: ProviderDependencies): ChosenProviders {
  const channels: ProviderChannel[] = [];
  const open = (name: ProviderName): GameProvider => {
    const isKeyless = name === 'wikidata';
    const channel = new ProviderChannel({
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
    const images = new ImageSources(settings.IMAGE_ORIGINS);
    if (name === 'wikidata') return new Wikidata(settings.WIKIDATA_URL, channel);
    if (name === 'giantbomb')
      return new GiantBomb(settings.GIANTBOMB_BASE_URL, settings.GIANTBOMB_API_KEY ?? '', channel, images);
    const { IGDB_CLIENT_ID: clientId = '', IGDB_CLIENT_SECRET: clientSecret = '' } = settings;
    const token = new TwitchToken({ baseUrl: settings.TWITCH_BASE_URL, clientId, clientSecret }, channel, redis);
    return new Igdb(settings.IGDB_BASE_URL, { clientId, token }, channel, images);
  };
  const chain = new ProviderChain(providersIn(settings).map(open), logger);
  return {
    chain,
    close: async () => {
      await Promise.all(channels.map((channel) => channel.close()));
    },
  };
}
