import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Compared, createCompared, idOf } from './fixtures/compared.ts';
import { createEventWorld, type EventWorld, startBusServer } from './fixtures/event-world.ts';

let busServer: Awaited<ReturnType<typeof startBusServer>>;
let redis: Redis;
let world: EventWorld;
let compared: Compared;
let owner: ReturnType<Compared['startOwner']>;

beforeAll(async () => {
  busServer = await startBusServer();
  redis = new Redis(busServer.server.url);
  redis.on('error', () => undefined);
});
beforeEach(async () => {
  await redis.flushall();
  world = await createEventWorld(busServer.address);
  compared = await createCompared(world, redis);
  owner = compared.startOwner();
});
afterEach(async () => {
  await owner.stop();
  await world.stop();
});
afterAll(async () => {
  redis.disconnect();
  await busServer.server.stop();
});

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

test('compares with an owner that needs longer for all pages than the time limit of one response', async () => {
  await compared.fill(upTo(6000));
  await world.query('delete from copies where entry_id in (select entry_id from copies order by 1 limit 1)');
  const [pauseMs, waitMs] = [500, 4000];
  let paused = 0;
  compared.whenRead(() => {
    paused += pauseMs;
    return sleep(pauseMs);
  });
  expect(await compared.verify({}, waitMs)).toMatchObject({ rows: 5999, differences: 1, left: 0 });
  expect(paused).toBeGreaterThan(waitMs);
  const { owned, copies } = await compared.numbers();
  expect(copies).toEqual(owned);
});

test('finds differences at the edges of ranges, before the first and after the last subject', async () => {
  await compared.fill(upTo(4500).filter((n) => n > 1));
  // Ranges end with the 2001st and the 4001st.
  const [first, last, next] = [2001, 4001, 4002].map(idOf);
  await world.query('delete from copies where entry_id = $1', [last]);
  await world.query(`update copies set guid = 'other' where entry_id = $1`, [next]);
  await world.query(
    'with gone as (delete from owned where entry_id = $1 returning *) insert into tombstones table gone',
    [first],
  );
  await world.query(`update tombstones set version = 2`);
  await world.query(`insert into copies values ($1, 'nobody'), ($2, 'nobody')`, [idOf(1), idOf(9999)]);
  await world.query('insert into tombstones values ($1, $2, 7)', [idOf(10_000), 'unheard-of']);
  expect(await compared.verify()).toMatchObject({
    rows: 4500,
    kinds: { missing: 2, changed: 1, ghost: 3 },
    differences: 6,
    left: 0,
  });
  const { owned, copies } = await compared.numbers();
  expect(copies).toEqual(owned);
  expect(await compared.published()).toEqual([first, last, next, idOf(10_000)]);
  expect(await compared.verify()).toMatchObject({ differences: 0 });
});

test('reports no differences for rows that change during the comparison', async () => {
  await compared.fill(upTo(4500));
  let comparing = true;
  const changing = (async () => {
    for (let turn = 0; comparing; turn += 1) {
      await compared.change(1 + ((turn * 997) % 4500), turn % 3 === 0);
      await compared.add(10_000 + turn);
      // Slower than this, so that a busy machine keeps up with the changes.
      await sleep(10);
    }
  })();
  const reports = [await compared.verify(), await compared.verify(), await compared.verify()];
  comparing = false;
  await changing;
  expect(reports.map(({ differences }) => differences)).toEqual([0, 0, 0]);
  expect((await compared.published()).length).toBeGreaterThan(20);
  await until('the copies have caught up', async () => {
    const { owned, copies } = await compared.numbers();
    expect(copies).toEqual(owned);
    return true;
  });
});

test('counts more unknown copies than fit into memory, and removes them in a rebuild', async () => {
  await compared.fill(upTo(10));
  await world.query(
    `insert into copies select ('018f4c1e-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, 'nobody'
     from generate_series(1, 9000) n`,
  );
  expect(await compared.verify()).toMatchObject({ rows: 9010, kinds: { ghost: 9000 }, left: 9000 });
  expect(await compared.verify({ rebuild: true })).toMatchObject({ differences: 9000, left: 0 });
  expect((await compared.numbers()).copies).toEqual(upTo(10));
});

test('deletes the version of a removed subject after sixty days unknown to owner and copies', async () => {
  await compared.fill(upTo(3));
  // The first is kept, the second is known to be removed; the others are unknown, the last only for a day.
  await world.query('delete from copies where entry_id = $1', [idOf(2)]);
  await world.query(
    'with gone as (delete from owned where entry_id = $1 returning *) insert into tombstones table gone',
    [idOf(2)],
  );
  const seen = async () =>
    (
      await world.query<{ subject: string; noted: string | null }>(
        `select subject, extract(day from now() - untold_since)::int as noted from inbox_versions order by subject`,
      )
    ).map(({ subject, noted }) => [Number.parseInt(subject.slice(-12), 16), noted]);
  await world.query(
    `insert into inbox_versions (consumer, topic, subject, version)
     select 'test', 'library.entries', unnest($1::text[]), 2`,
    [[4, 5].map(idOf)],
  );
  await world.query(`update inbox_versions set untold_since = now() - interval '61 days' where subject <> $1`, [
    idOf(5),
  ]);
  await world.query('delete from inbox_versions where subject = $1', [idOf(3)]);
  expect(await compared.verify()).toMatchObject({ differences: 1, left: 0 });
  expect(await seen()).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [5, 0],
  ]);
  await world.query(`update inbox_versions set untold_since = now() - interval '59 days' where subject = $1`, [
    idOf(5),
  ]);
  await compared.verify();
  expect((await seen()).at(-1)).toEqual([5, 59]);
});
