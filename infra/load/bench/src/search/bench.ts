import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogService } from '@nightshelf/catalog/service';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { startService } from '@nightshelf/platform/service/start-service.ts';
import { startPostgres } from '@nightshelf/servers/postgres.ts';
import { startRedis } from '@nightshelf/servers/redis.ts';
import { type Bench, type Figure, less } from '../figures.ts';
import { percentile } from '../statistics.ts';
import { createDatabase, loadGames } from './load.ts';
import queries from './queries.json' with { type: 'json' };

const sizes = [100_000, 1_000_000];
const warmUps = 2;
const rounds = 15;
const limits = [10, 50];

/** As many as the client requests while the user types. */
const suggestionLimit = 8;

/** Measures search and suggestions of a catalog service over HTTP with 100,000 and 1,000,000 games. */
export const searchBench: Bench = {
  what: `Search and suggestions of a catalog service over HTTP, by kind of query, over ${sizes.map((size) => size.toLocaleString('en')).join(' and ')} games.`,
  onPage: /^1,000,000 games, .* p95$/,
  turn: async () => {
    const figures: Figure[] = [];
    await withServers(async (servers) => {
      for (const size of sizes) {
        await withGames(size, servers, async (url) => {
          figures.push(
            ...(await figuresOf(size, queries, (texts) => measure(texts, limits, addressAt(url, 'search')))),
          );
          const suggest = (texts: readonly string[]) => measure(texts, [suggestionLimit], addressAt(url, 'suggest'));
          figures.push(...(await figuresOf(size, { suggestions: typed }, suggest)));
        });
      }
    });
    return figures;
  },
};

interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

async function withServers(use: (servers: Servers) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bench-'));
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), throwAway: true });
  const redis = await startRedis({ directory: join(directory, 'redis'), role: 'durable', throwAway: true });
  try {
    await use({ databaseUrl: postgres.adminUrl, redisUrl: redis.url });
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs `use` with a catalog service of `size` games. */
async function withGames(
  size: number,
  { databaseUrl, redisUrl }: Servers,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const env = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: await createDatabase(databaseUrl, `search_${size}`),
    REDIS_URL: redisUrl,
    REDIS_CACHE_URL: redisUrl,
    IDENTITY_SECRET: 'no identity is ever signed in this bench',
    ROLES: 'http',
  };
  await runCommand(catalogService, 'migrate', [], env);
  await loadGames(env.DATABASE_URL, size);
  const service = await startService(catalogService, env);
  try {
    await use(service.url);
  } finally {
    await service.stop();
  }
}

async function figuresOf(
  size: number,
  kinds: Readonly<Record<string, readonly string[]>>,
  measureKind: (texts: readonly string[]) => Promise<number[]>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [kind, texts] of Object.entries(kinds)) {
    const times = await measureKind(texts);
    for (const rank of [50, 95])
      figures.push(less(`${size.toLocaleString('en')} games, ${kind}: p${rank}`, 'ms', percentile(times, rank)));
  }
  return figures;
}

type AddressOf = (text: string, limit: number) => string;

const addressAt =
  (url: string, call: 'search' | 'suggest'): AddressOf =>
  (text, limit) =>
    `${url}/api/games/${call}?q=${encodeURIComponent(text)}&limit=${limit}`;

async function measure(texts: readonly string[], wanted: readonly number[], addressOf: AddressOf): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const text of texts) {
      for (const limit of wanted) {
        const begun = performance.now();
        const response = await fetch(addressOf(text, limit));
        await response.text();
        if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
        if (round >= warmUps) times.push(performance.now() - begun);
      }
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
