import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogService } from '@nightshelf/catalog/service';
import { startService } from '@nightshelf/platform';
import { runCommand } from '@nightshelf/platform/service/commands.ts';
import { startPostgres, startRedis } from '@nightshelf/servers';
import { createDatabase, loadGames } from './load.ts';
import { queries } from './queries.ts';

const sizes = [100_000, 1_000_000];
const warmUps = 2;
const rounds = 15;
const limits = [10, 50];

/** What p95 may be over 100,000 games, in milliseconds, and how much more of it over a million. */
const goalMs = 20;
const goalGrowth = 3;

/** Local search of a real catalog service over HTTP, by kind of query, over 100,000 and over 1,000,000 games. */
export async function benchSearch(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bench-'));
  const postgres = await startPostgres({ directory: join(directory, 'postgres'), throwAway: true });
  const redis = await startRedis({ directory: join(directory, 'redis'), role: 'durable', throwAway: true });
  try {
    const p95s: number[] = [];
    for (const size of sizes) p95s.push(await benchSize(size, postgres.adminUrl, redis.url));
    const [small = 0, large = 0] = p95s;
    console.log(`\n100,000 games: p95 ${small.toFixed(1)} ms, goal ${goalMs} ms`);
    console.log(`1,000,000 games: ${(large / small).toFixed(1)} times that, goal ${goalGrowth}`);
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns p95 over all queries, in milliseconds */
async function benchSize(size: number, databaseUrl: string, redisUrl: string): Promise<number> {
  const env = {
    PORT: '0',
    OPERATIONS_PORT: '0',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_CACHE_URL: redisUrl,
    IDENTITY_SECRET: 'no identity is ever signed in this bench',
    ROLES: 'http',
  };
  const database = `search_${size}`;
  const own = { ...env, DATABASE_URL: await createDatabase(databaseUrl, database) };
  await runCommand(catalogService, 'migrate', [], own);
  await loadGames(own.DATABASE_URL, size);
  const service = await startService(catalogService, own);
  try {
    console.log(`\n${size.toLocaleString('en')} games, milliseconds`);
    const all: number[] = [];
    for (const [kind, texts] of Object.entries(queries)) {
      const times = await measure(service.url, texts);
      all.push(...times);
      console.log(`  ${kind.padEnd(12)} p50 ${quantile(times, 0.5)}  p95 ${quantile(times, 0.95)}`);
    }
    console.log(`  ${'all'.padEnd(12)} p50 ${quantile(all, 0.5)}  p95 ${quantile(all, 0.95)}`);
    return Number(quantile(all, 0.95));
  } finally {
    await service.stop();
  }
}

async function measure(url: string, texts: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    for (const text of texts) {
      for (const limit of limits) {
        const begun = performance.now();
        const response = await fetch(`${url}/api/games/search?q=${encodeURIComponent(text)}&limit=${limit}`);
        await response.text();
        if (!response.ok) throw new Error(`Search answered ${response.status}`);
        if (round >= warmUps) times.push(performance.now() - begun);
      }
    }
  }
  return times;
}

const quantile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
