import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cacheSearchResults, searchExternalGames } from '@nightshelf/contracts/calls/catalog.ts';
import type { EntryState } from '@nightshelf/contracts/events/entries.ts';
import { gameUpserted } from '@nightshelf/contracts/events/games.ts';
import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import { createLogger } from '@nightshelf/platform/logging/logger.ts';
import { connectRedis } from '@nightshelf/platform/redis/connect.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { type SimulatorOptions, startSimulator } from '@nightshelf/simulator';
import { ApiClient, closeAfterTests, startTestService, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { emptyGame } from '../src/games/platforms.ts';
import { foundGames } from '../src/provider-cache/provider-cache.ts';
import { giantBombLimits, requestLimiter } from '../src/providers/request-limiter.ts';
import { catalogService } from '../src/service.ts';

export type Catalog = Awaited<ReturnType<typeof startCatalog>>;

interface CatalogOptions {
  readonly name?: 'giantbomb' | 'igdb';
  readonly env?: Readonly<Record<string, string>>;
  /** Further origins of images besides the simulator's. */
  readonly images?: readonly string[];
}

export interface ProviderCall {
  readonly provider: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly at: string;
}

/** Starts a simulator until the end of the calling test or file. @returns its address */
export async function simulatorUrl(options: SimulatorOptions = {}): Promise<string> {
  const simulator = await startSimulator(options);
  closeAfterTests(async () => simulator.close());
  return simulator.url;
}

/** Starts another process of the service until the end of the calling test or file, with changed settings. */
export async function startReplica({ env }: TestService, change: Readonly<Record<string, string>> = {}) {
  const replica = await startService(catalogService, { ...env, ...change });
  closeAfterTests(() => replica.stop());
  return new ApiClient(replica.url);
}

/** Starts an HTTP server until the end of the calling test or file. @returns its address and its requests */
export async function serve(answer: RequestListener) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  closeAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Starts the catalog with a simulated provider until the end of the calling test or file. */
export async function startCatalog({ name = 'giantbomb', env = {}, images = [] }: CatalogOptions = {}) {
  const url = await simulatorUrl();
  // The simulator serves its images at localhost.
  const { port } = new URL(url);
  const IMAGE_ORIGINS = [`http://localhost:${port}`, `https://localhost:${port}`, ...images].join(' ');
  const service = await startTestService(catalogService, {
    env: { ...providerEnv(url, name), IMAGE_ORIGINS, ...env },
  });
  const cache = new Redis(service.env.REDIS_CACHE_URL ?? '');
  closeAfterTests(async () => cache.disconnect());
  await cache.ping();
  const provider = providerAt(url, name);
  await afterFirstTry(provider, env);
  return { service, provider, cache };
}

/** Waits for the provider's first try at startup, which no test is about. */
async function afterFirstTry(
  provider: ReturnType<typeof providerAt>,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  if (env.ROLES !== undefined || env.GIANTBOMB_API_KEY === '' || env.PROVIDER_ROUTES !== undefined) return;
  const isForGames = (call: string) => !call.startsWith('/oauth2/token');
  await until('the provider was tried', async () => (await provider.calls()).some(isForGames));
  await provider.forget();
}

export const providerEnv = (url: string, name: 'giantbomb' | 'igdb') => ({
  LOG_LEVEL: 'silent',
  CATALOGUE_FILE: 'none',
  PROVIDER: name,
  GIANTBOMB_API_KEY: 'simulator',
  GIANTBOMB_BASE_URL: `${url}/api`,
  IGDB_CLIENT_ID: 'simulator',
  IGDB_CLIENT_SECRET: 'simulator',
  IGDB_BASE_URL: `${url}/v4`,
  TWITCH_BASE_URL: url,
  STEAM_API_KEY: 'simulator',
  STEAM_BASE_URL: url,
});

/** The simulator in tests: its failures and its calls. */
export const providerAt = (url: string, name: GameProviderName | 'steam') => ({
  url,
  fail: async (mode: string, details: { times?: number; latency_ms?: number } = {}) => {
    const response = await fetch(`${url}/simulator/failures/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, ...details }),
    });
    if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
  },
  /** Paths and queries of the calls since the last `forget`. */
  calls: async () => (await callsOf(url, name)).map(({ path, query }) => `${path}?${new URLSearchParams(query)}`),
  forget: async () => void (await fetch(`${url}/simulator/calls`, { method: 'DELETE' })),
});

/** Returns the calls of one provider since the last `forget`. */
export async function callsOf(url: string, name: string): Promise<ProviderCall[]> {
  const { calls } = (await (await fetch(`${url}/simulator/calls`)).json()) as { calls: ProviderCall[] };
  return calls.filter(({ provider }) => provider === name);
}

/** Returns the guids of a search's results, and forgets these, so that later requests must ask the provider. */
export async function searchedGuids({ service, cache, provider }: Catalog): Promise<string[]> {
  const query = { q: 'zelda', limit: 10 };
  const { results } = await service.api.call(searchExternalGames, { query });
  await cache.flushdb();
  await provider.forget();
  return results.map(({ guid }) => guid);
}

/** Returns the requests of another replica to Giant Bomb, which has no limit of one request per second. */
export async function anotherLimiter({ service }: Pick<Catalog, 'service'>) {
  const redis = connectRedis(service.env.REDIS_URL ?? '', createLogger('test', 'silent'));
  closeAfterTests(async () => redis.disconnect());
  await redis.ping();
  return { redis, replica: requestLimiter(redis, 'giantbomb', { ...giantBombLimits, spacingMs: 1 }) };
}

/** Returns the state of a vault's entry. */
export const someEntry = (given: Partial<EntryState> & Pick<EntryState, 'guid'>): EntryState => ({
  ...{ entry_id: randomUUID(), user_id: randomUUID(), status: 'playing', rating: null, hours_played: null },
  ...{ platform_id: null, is_shared: false, date_added: new Date().toISOString() },
  ...given,
});

export const metricsOf = async ({ operationsUrl }: Pick<TestService, 'operationsUrl'>) =>
  (await fetch(`${operationsUrl}/metrics`)).text();

/** Returns the events about a game. */
export const publishedOf = async ({ service }: Pick<Catalog, 'service'>, guid: string) =>
  (await service.recorded(gameUpserted)).filter(({ data }) => data.guid === guid);

/** Stores made-up games as if a search had just found them. */
export async function storeGames(
  { service, cache }: Pick<Catalog, 'service' | 'cache'>,
  games: readonly (Partial<Game> & Pick<Game, 'guid' | 'name'>)[],
): Promise<Game[]> {
  const whole = games.map((game): Game => ({ ...emptyGame, ...game }));
  await foundGames(cache).remember(whole, Date.now());
  const results = games.map(({ guid }) => ({ guid }));
  return (await service.api.call(cacheSearchResults, { body: { results } })).games;
}
