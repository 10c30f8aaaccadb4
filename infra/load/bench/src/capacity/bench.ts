import { cpus, loadavg } from 'node:os';
import { type RunningProduct, startProduct } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import pg from 'pg';
import { percentile } from '../statistics.ts';
import { deeds, type Gamer } from './calls.ts';
import { printComparison } from './compare-copies.ts';
import { type Databases, entriesEach } from './crowd.ts';
import { applyEvents } from './events.ts';
import { countPopularity, fillGames } from './games.ts';
import { gather, load } from './load.ts';
import { memoryOf, ProcessorClock, type ProcessorTime } from './processor-time.ts';
import { printSessions } from './redis.ts';
import { type Size, sizesOf } from './sizes.ts';

const [warmUps, few, times, slowTimes] = [200, 10, 300, 20] as const;

/**
 * What `infra/load/capacity/figures.json` is fed with: bytes of a stored entry, what the commonest calls and an event take
 * of each process in a product with millions of entries, and how fast events go.
 */
export async function benchCapacity(): Promise<void> {
  const product = await startProduct({ settings: { RATE_LIMIT_FACTOR: 100_000, LOG_LEVEL: 'error' } });
  const admin = new pg.Client({ connectionString: product.postgres.adminUrl });
  const databases = Object.fromEntries(
    ['auth', 'library', 'catalog', 'social'].map((name) => [
      name,
      new pg.Client({ connectionString: databaseUrl(product.postgres.adminUrl, name) }),
    ]),
  ) as Record<keyof Databases, pg.Client>;
  const clients = [admin, ...Object.values(databases)];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await measure(product, admin, databases);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await product.stop();
  }
}

async function measure(product: RunningProduct, admin: pg.Client, databases: Databases): Promise<void> {
  const began = performance.now();
  const catalogUrl = databaseUrl(product.postgres.adminUrl, 'catalog');
  await fillGames(databases, catalogUrl);
  const users = await load(databases, began);
  const gamers = await gather(product.url, databases, users);
  await countPopularity(databases);
  for (const each of Object.values(databases)) await each.query('vacuum analyze');
  const seconds = () => Math.round((performance.now() - began) / 1000);
  console.log(
    `\n${users} users with ${entriesEach} entries each: ${users * entriesEach} entries, after ${seconds()} s`,
  );
  printSizes('bytes of a row, with its indexes', await sizesOf(databases));
  await printSessions(product.redis.url);

  const clock = new ProcessorClock(product, admin);
  await pause(3000);
  await clock.rest(8000);
  console.log(`\nThe calls, one after the other; milliseconds. ${circumstances()}`);
  const rows: Record<string, object> = {};
  // Code that has run seldom is slow, whoever's call it is of.
  for (const [name, deed] of Object.entries(deeds)) {
    await inTurns(gamers, users, deed, 0, name.startsWith('sign') ? slowTimes : warmUps);
  }
  for (const [name, deed] of Object.entries(deeds)) {
    rows[name] = await measureDeed(clock, gamers, users, deed, name.startsWith('sign') ? slowTimes : times);
  }
  console.table(rows);

  // Before the events that follow, of which the owner knows nothing.
  await printComparison(product, clock, databases);
  for (const [alone, count] of [
    [false, 10_000],
    [true, 1500],
  ] as const) {
    const began = 2 + Number(alone);
    let pace: object = {};
    const { used } = await clock.during(async () => {
      pace = await applyEvents(databases, { count, version: began, alone });
    });
    console.log(`\nEvents of ${alone ? 'one partition' : 'all partitions'}, each a second:`, pace);
    console.log('milliseconds of a core for each:', perTime(used, count));
  }
  await databases.library.query(
    `update entries set hours_played = coalesce(hours_played, 0) + 0.5, version = version + 1
     where id < '01900000-0000-7000-8000-0000000186a0'`,
  );
  printSizes('after 100,000 changes more, and the events', await sizesOf(databases));
  const { rows: envelopes } = await databases.library.query('select avg(length(envelope))::int as bytes from outbox');
  console.log('bytes of an event:', envelopes[0]);
  const memory = [...product.processes].map(([name, { child }]) => [name, Math.round(memoryOf(child.pid ?? 0))]);
  console.log('MB:', Object.fromEntries(memory));
  console.log(`${seconds()} s in all. ${circumstances()}`);
}

type Deed = (typeof deeds)[string];

async function measureDeed(
  clock: ProcessorClock,
  gamers: readonly Gamer[],
  users: number,
  deed: Deed,
  count: number,
): Promise<object> {
  let taken: readonly number[] = [];
  await inTurns(gamers, users, deed, warmUps, few);
  await pause(500);
  const { used } = await clock.during(async () => {
    taken = await inTurns(gamers, users, deed, warmUps + few, count);
    // What follows from them is theirs, too.
    await pause(500);
  });
  return { p50: percentile(taken, 50), p95: percentile(taken, 95), ...perTime(used, count) };
}

/** One after the other, each gamer twice in turn. @returns milliseconds of each */
async function inTurns(gamers: readonly Gamer[], users: number, deed: Deed, from: number, count: number) {
  const taken: number[] = [];
  for (let at = from; at < from + count; at += 1) {
    const gamer = gamers[Math.floor(at / 2) % gamers.length];
    const began = performance.now();
    if (gamer) await deed(gamer, at, users);
    taken.push(performance.now() - began);
  }
  return taken;
}

const perTime = (used: ProcessorTime, count: number) =>
  Object.fromEntries(
    [...used].filter(([, ms]) => ms / count >= 0.03).map(([of, ms]) => [of, Number((ms / count).toFixed(2))]),
  );

function printSizes(title: string, sizes: readonly Size[]): void {
  console.log(`\n${title}`);
  const rows = sizes.map(({ what, rows: count, bytes }) => [
    what,
    { rows: count, bytes, each: Math.round(bytes / count) },
  ]);
  console.table(Object.fromEntries(rows));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const circumstances = () =>
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}.`;
