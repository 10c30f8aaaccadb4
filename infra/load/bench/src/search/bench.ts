import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogService } from '@nightshelf/catalog/service';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { startPostgres } from '@nightshelf/servers/postgres.ts';
import { startRedis } from '@nightshelf/servers/redis.ts';
import { type Bench, type Figure, percentiles } from '../figures.ts';
import { loadGames } from './load.ts';
import queries from './queries.json' with { type: 'json' };

const size = 1_000_000;
const warmUps = 2;
const rounds = 15;

/** Measures search and suggestions of a catalog service over HTTP with a million games. */
export const searchBench: Bench = {
  what: `Search and suggestions of a catalog service over HTTP, by kind of query, over ${size.toLocaleString('en')} games.`,
  onPage: / p95$/,
  turn: async () => {
    const stack = new AsyncDisposableStack();
    try {
      const url = await startCatalog(stack);
      const figures: Figure[] = [];
      for (const [kind, texts] of Object.entries(queries)) {
        const addresses = texts.flatMap((text) => [10, 50].map((limit) => addressOf('search', text, limit)));
        figures.push(...percentiles(kind, await measure(url, addresses)));
      }
      // The client requests eight suggestions for each letter that the user types.
      const addresses = typed.map((text) => addressOf('suggest', text, 8));
      return [...figures, ...percentiles('suggestions', await measure(url, addresses))];
    } finally {
      await stack.disposeAsync();
    }
  },
};

/** Starts a catalog service with its servers and games. @returns its address */
async function startCatalog(stack: AsyncDisposableStack): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bench-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), throwAway: true });
  stack.defer(() => postgres.stop());
  const redis = await startRedis({ directory: join(directory, 'redis'), role: 'durable', throwAway: true });
  stack.defer(() => redis.stop());
  const env = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: postgres.adminUrl,
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.url,
    IDENTITY_SECRET: 'no identity is ever signed in this bench',
    ROLES: 'http',
  };
  await runCommand(catalogService, 'migrate', [], env);
  await loadGames(env.DATABASE_URL, size);
  const service = await startService(catalogService, env);
  stack.defer(() => service.stop());
  return service.url;
}

const addressOf = (call: 'search' | 'suggest', text: string, limit: number) =>
  `/api/games/${call}?q=${encodeURIComponent(text)}&limit=${limit}`;

async function measure(url: string, addresses: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const address of addresses) {
      const begun = performance.now();
      const response = await fetch(url + address);
      await response.text();
      if (!response.ok) throw new Error(`The catalog returned ${response.status}`);
      if (round >= 0) times.push(performance.now() - begun);
    }
  }
  return times;
}

/** Every prefix of the queries from the second letter on, as a user types; no long texts. */
const typed = Object.entries(queries)
  .filter(([kind]) => kind !== 'long')
  .flatMap(([, texts]) => [
    ...new Set(
      texts.flatMap((text) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2).trim())),
    ),
  ]);
