import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogService } from '@nightshelf/catalog/service';
import { startService } from '@nightshelf/platform';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { startPostgres, startRedis } from '@nightshelf/servers';
import { createDatabase, loadGames } from './load.ts';
import { queries, typed } from './queries.ts';

const sizes = [100_000, 1_000_000];
const warmUps = 2;
const rounds = 15;
const limits = [10, 50];

/** As many as the client asks for while somebody types. */
const suggestionLimit = 8;

/** What p95 of suggestions may be over 100,000 games, in milliseconds. */
const suggestionGoalMs = 10;

/** What p95 may be over 100,000 games, in milliseconds, and how much more of it over a million. */
const goalMs = 20;
const goalGrowth = 3;

/** Local search of a real catalog service over HTTP, by kind of query, over 100,000 and over 1,000,000 games. */
export async function benchSearch(): Promise<void> {
  const p95s: number[] = [];
  await withServers(async (servers) => {
    for (const size of sizes) {
      await withGames(size, servers, async (url) => {
        p95s.push(await report(queries, (texts) => measure(texts, limits, searchAt(url))));
        console.log('\n  suggestions, letter by letter');
        await report(typed, (texts) => measure(texts, [suggestionLimit], suggestAt(url)));
      });
    }
  });
  const [small = 0, large = 0] = p95s;
  console.log(`\n100,000 games: p95 ${small.toFixed(1)} ms, goal ${goalMs} ms`);
  console.log(`1,000,000 games: ${(large / small).toFixed(1)} times that, goal ${goalGrowth}`);
}

/** Suggestions alone, over 100,000 games: a minute instead of a quarter of an hour. */
export async function benchSuggestions(): Promise<void> {
  await withServers((servers) =>
    withGames(sizes[0] ?? 0, servers, async (url) => {
      const p95 = await report(typed, (texts) => measure(texts, [suggestionLimit], suggestAt(url)));
      console.log(`\np95 ${p95.toFixed(1)} ms, goal ${suggestionGoalMs} ms`);
    }),
  );
}

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

/** A catalog service of `size` games, for as long as it is used. */
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
    console.log(`\n${size.toLocaleString('en')} games, milliseconds`);
    await use(service.url);
  } finally {
    await service.stop();
  }
}

/** @returns p95 over all kinds, in milliseconds */
async function report(
  kinds: Readonly<Record<string, readonly string[]>>,
  measureKind: (texts: readonly string[]) => Promise<number[]>,
): Promise<number> {
  const all: number[] = [];
  for (const [kind, texts] of Object.entries(kinds)) {
    const times = await measureKind(texts);
    all.push(...times);
    console.log(`  ${kind.padEnd(12)} p50 ${quantile(times, 0.5)}  p95 ${quantile(times, 0.95)}`);
  }
  console.log(`  ${'all'.padEnd(12)} p50 ${quantile(all, 0.5)}  p95 ${quantile(all, 0.95)}`);
  return Number(quantile(all, 0.95));
}

type AddressOf = (text: string, limit: number) => string;

const searchAt =
  (url: string): AddressOf =>
  (text, limit) =>
    `${url}/api/games/search?q=${encodeURIComponent(text)}&limit=${limit}`;
const suggestAt =
  (url: string): AddressOf =>
  (text, limit) =>
    `${url}/api/games/suggest?q=${encodeURIComponent(text)}&limit=${limit}`;

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

const quantile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
