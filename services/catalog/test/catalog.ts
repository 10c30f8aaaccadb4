import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { Game, GameProviderName } from '@nightshelf/contracts/games.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { type SimulatorOptions, startSimulator } from '@nightshelf/simulator';
import { ApiClient, closeAfterTests, startTestService, type TestService, until } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { emptyGame } from '../src/games/platforms.ts';
import { FoundGames } from '../src/provider-cache/provider-cache.ts';
import { catalogService } from '../src/service.ts';

export type FailureMode =
  | 'none'
  | 'slow'
  | 'down'
  | 'unauthorized'
  | 'not-found'
  | 'enhance-calm'
  | 'too-many'
  | 'server-error'
  | 'malformed'
  | 'html';

/** The simulator in tests: its failures and its calls. */
export interface Provider {
  readonly url: string;
  fail(mode: FailureMode, details?: { times?: number; latency_ms?: number }): Promise<void>;
  /** Paths and queries of the calls since the last `forget`. */
  calls(): Promise<string[]>;
  forget(): Promise<void>;
}

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

/** Starts an HTTP server until the end of the calling test or file. @returns its address */
export async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  closeAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
async function afterFirstTry(provider: Provider, env: Readonly<Record<string, string>>): Promise<void> {
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

export function providerAt(url: string, name: GameProviderName | 'steam'): Provider {
  return {
    url,
    fail: async (mode, details = {}) => {
      const response = await fetch(`${url}/simulator/failures/${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mode, ...details }),
      });
      if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
    },
    calls: async () => (await callsOf(url, name)).map(({ path, query }) => `${path}?${new URLSearchParams(query)}`),
    forget: async () => {
      await fetch(`${url}/simulator/calls`, { method: 'DELETE' });
    },
  };
}

/** Returns the calls of one provider since the last `forget`. */
export async function callsOf(url: string, name: string): Promise<ProviderCall[]> {
  const { calls } = (await (await fetch(`${url}/simulator/calls`)).json()) as { calls: ProviderCall[] };
  return calls.filter(({ provider }) => provider === name);
}

/** Returns the guids of a search's results, and forgets these, so that later requests must ask the provider. */
export async function searchedGuids({ service, cache, provider }: Catalog): Promise<string[]> {
  const query = { q: 'zelda', limit: 10 };
  const { results } = await service.api.call(catalogCalls.searchExternalGames, { query });
  await cache.flushdb();
  await provider.forget();
  return results.map(({ guid }) => guid);
}

/** Stores made-up games as if a search had just found them. */
export async function storeGames(
  { service, cache }: Pick<Catalog, 'service' | 'cache'>,
  games: readonly (Partial<Game> & Pick<Game, 'guid' | 'name'>)[],
): Promise<Game[]> {
  const whole = games.map((game): Game => ({ ...emptyGame, ...game }));
  await new FoundGames(cache).remember(whole, Date.now());
  const results = games.map(({ guid }) => ({ guid }));
  return (await service.api.call(catalogCalls.cacheSearchResults, { body: { results } })).games;
}
