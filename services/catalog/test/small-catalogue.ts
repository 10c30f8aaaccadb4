import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findCandidates, getCatalogue, searchExternalGames } from '@nightshelf/contracts/calls/catalog.ts';
import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import type { SimulatorOptions } from '@nightshelf/simulator';
import { someIdentity, startTestService, type TestService, until } from '@nightshelf/testing';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { catalogService } from '../src/service.ts';
import { callsOf, metricsOf, providerAt, providerEnv, simulatorUrl } from './catalog.ts';

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly [fact: string]: unknown;
}

export type SmallCatalogue = Awaited<ReturnType<typeof startSmallCatalogue>>;

interface Options {
  readonly lines?: readonly Line[];
  /** Further settings; no provider has keys without them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly simulator?: SimulatorOptions;
  /** Number of requests in Wikidata's first try, when a server other than the simulator responds. */
  readonly requestsOfTry?: number;
  /** Failures that begin before the service starts. */
  readonly failing?: Readonly<Partial<Record<GameProviderName, string>>>;
}

export const keys = {
  igdb: { IGDB_CLIENT_ID: 'simulator', IGDB_CLIENT_SECRET: 'simulator' },
  giantbomb: { GIANTBOMB_API_KEY: 'simulator' },
} as const;

export const noNetwork = { WIKIDATA_URL: 'http://127.0.0.1:9/w/api.php' };

/** @param header further or other fields of the header. @returns the path of a file that is deleted after the tests */
export function catalogueFile(version: string, lines: readonly Line[], header: object = {}): string {
  const path = join(temporaryFolder(), 'catalogue.jsonl.gz');
  const head = { format: 1, version, games: lines.length, ...header };
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(path, gzipSync(text.join('')));
  return path;
}

/**
 * Starts the catalog with a catalogue of a few games and simulated providers until the end of the calling test or file,
 * and waits for their first try.
 */
export async function startSmallCatalogue(options: Options = {}) {
  const { lines = [], env = {}, failing = {} } = options;
  const url = await simulatorUrl(options.simulator);
  const fail = (provider: GameProviderName, mode: string) => providerAt(url, provider).fail(mode);
  for (const [provider, mode] of Object.entries(failing)) await fail(provider as GameProviderName, mode);
  const { PROVIDER: _, ...addresses } = providerEnv(url, 'igdb');
  const noKeys = { IGDB_CLIENT_ID: '', IGDB_CLIENT_SECRET: '', GIANTBOMB_API_KEY: '' };
  const service = await startTestService(catalogService, {
    env: {
      ...addresses,
      ...noKeys,
      WIKIDATA_URL: `${url}/w/api.php`,
      CATALOGUE_FILE: catalogueFile('2026-01-01', lines),
      PROVIDER_LIMIT_FACTOR: '1000',
      ...env,
    },
  });
  const forgetCalls = () => providerAt(url, 'wikidata').forget();
  await until('the catalogue is loaded', async () => (await fetch(`${service.operationsUrl}/readyz`)).ok);
  await until('every provider was tried', () => isTried(service, options.requestsOfTry));
  await forgetCalls();
  return {
    service,
    fail,
    calls: (provider: GameProviderName) => callsOf(url, provider),
    forgetCalls,
    search: (q: string) => service.api.attempt(searchExternalGames, { query: { q } }),
    candidates: (rows: readonly Partial<CandidateRow>[]) => candidates(service, rows),
  };
}

/** Requests of a first try: IGDB needs a token, and Wikidata sends names in a separate response. */
const usualRequests = { igdb: 2, giantbomb: 1, wikidata: 2 } as const;

async function isTried(service: TestService, ofWikidata: number = usualRequests.wikidata): Promise<boolean> {
  const requests = { ...usualRequests, wikidata: ofWikidata };
  const metrics = await metricsOf(service);
  const { providers } = await service.api.call(getCatalogue, {});
  return providers.every(({ name, answers }) => {
    const ok = new RegExp(`provider_calls_total\\{[^}]*provider="${name}"[^}]*result="ok"[^}]*\\} (\\d+)`).exec(
      metrics,
    );
    return !answers || Number(ok?.[1] ?? 0) >= requests[name];
  });
}

async function candidates(service: TestService, given: readonly Partial<CandidateRow>[]) {
  const rows = given.map((row) => ({ title: null, year: null, id: null, ...row }));
  return service.api.as(someIdentity()).call(findCandidates, { body: { rows, ask_provider: true } });
}
