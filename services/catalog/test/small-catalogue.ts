import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import type { CandidateRow } from '@nightshelf/contracts/import-candidates.ts';
import { type SimulatorOptions, startSimulator } from '@nightshelf/simulator';
import { startTestService, type TestService, until } from '@nightshelf/testing';
import { catalogService } from '../src/service.ts';
import { callsOf, type FailureMode, type ProviderCall, providerAt, providerEnv } from './catalog.ts';

export interface Line {
  readonly id: string;
  readonly name: string;
  readonly [fact: string]: unknown;
}

export interface SmallCatalogue {
  readonly service: TestService;
  /** Writes a newer catalogue with the version `newerVersion`. @returns its path */
  newerFile(lines: readonly Line[]): string;
  fail(provider: GameProviderName, mode: FailureMode): Promise<void>;
  calls(provider: GameProviderName): Promise<ProviderCall[]>;
  forgetCalls(): Promise<void>;
  search(q: string): ReturnType<typeof search>;
  candidates(rows: readonly Partial<CandidateRow>[]): ReturnType<typeof candidates>;
  stop(): Promise<void>;
}

interface Options {
  readonly lines?: readonly Line[];
  /** Further settings; no provider has keys without them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly simulator?: SimulatorOptions;
  /** Number of requests in Wikidata's first try, when a server other than the simulator responds. */
  readonly requestsOfTry?: number;
  /** Failures that begin before the service starts. */
  readonly failing?: Readonly<Partial<Record<GameProviderName, FailureMode>>>;
}

export const keys = {
  igdb: { IGDB_CLIENT_ID: 'simulator', IGDB_CLIENT_SECRET: 'simulator' },
  giantbomb: { GIANTBOMB_API_KEY: 'simulator' },
} as const;

export const noNetwork = { WIKIDATA_URL: 'http://127.0.0.1:9/w/api.php' };

export const newerVersion = '2026-02-01';

/** @param header further or other fields of the header */
export function catalogueFile(folder: string, lines: readonly Line[], version: string, header: object = {}): string {
  const path = join(folder, `${randomUUID()}.jsonl.gz`);
  const head = { format: 1, version, games: lines.length, ...header };
  const text = [head, ...lines].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(path, gzipSync(text.join('')));
  return path;
}

/** Starts the catalog with a catalogue of a few games and simulated providers, and waits for their first try. */
export async function startSmallCatalogue(options: Options = {}): Promise<SmallCatalogue> {
  const { lines = [], env = {}, failing = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'small-catalogue-'));
  const simulator = await startSimulator(options.simulator);
  const fail = (provider: GameProviderName, mode: FailureMode) => providerAt(simulator.url, provider).fail(mode);
  for (const [provider, mode] of Object.entries(failing)) await fail(provider as GameProviderName, mode);
  const { PROVIDER: _, ...addresses } = providerEnv(simulator.url, 'igdb');
  const noKeys = { IGDB_CLIENT_ID: '', IGDB_CLIENT_SECRET: '', GIANTBOMB_API_KEY: '' };
  const service = await startTestService(catalogService, {
    env: {
      ...addresses,
      ...noKeys,
      WIKIDATA_URL: `${simulator.url}/w/api.php`,
      CATALOGUE_FILE: catalogueFile(folder, lines, '2026-01-01'),
      PROVIDER_LIMIT_FACTOR: '1000',
      ...env,
    },
  });
  const forgetCalls = () => providerAt(simulator.url, 'wikidata').forget();
  await until('the catalogue is loaded', async () => (await fetch(`${service.operationsUrl}/readyz`)).ok);
  await until('every provider was tried', () => isTried(service, options.requestsOfTry));
  await forgetCalls();
  return {
    service,
    fail,
    newerFile: (more) => catalogueFile(folder, more, newerVersion),
    calls: (provider) => callsOf(simulator.url, provider),
    forgetCalls,
    search: (q) => search(service, q),
    candidates: (rows) => candidates(service, rows),
    stop: async () => {
      await service.stop();
      await simulator.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Requests of a first try: IGDB needs a token, and Wikidata sends names in a separate response. */
const usualRequests = { igdb: 2, giantbomb: 1, wikidata: 2 } as const;

async function isTried(service: TestService, ofWikidata: number = usualRequests.wikidata): Promise<boolean> {
  const requests = { ...usualRequests, wikidata: ofWikidata };
  const metrics = await (await fetch(`${service.operationsUrl}/metrics`)).text();
  const { providers } = await service.api.call(catalogCalls.getCatalogue, {});
  return providers.every(({ name, answers }) => {
    const ok = new RegExp(`provider_calls_total\\{[^}]*provider="${name}"[^}]*result="ok"[^}]*\\} (\\d+)`).exec(
      metrics,
    );
    return !answers || Number(ok?.[1] ?? 0) >= requests[name];
  });
}

const search = (service: TestService, q: string) =>
  service.api.attempt(catalogCalls.searchExternalGames, { query: { q } });

async function candidates(service: TestService, given: readonly Partial<CandidateRow>[]) {
  const rows = given.map((row) => ({ title: null, year: null, id: null, ...row }));
  const user = { userId: randomUUID(), username: 'ann', sessionId: 's' };
  return service.api.as(user).call(catalogCalls.findCandidates, { body: { rows, ask_provider: true } });
}
