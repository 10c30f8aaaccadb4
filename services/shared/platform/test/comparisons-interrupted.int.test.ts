import { views } from '@nightshelf/contracts/events/views.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Ask, askThrough } from '../src/events/projections/ask.ts';
import { Digests, type Fingerprint } from '../src/events/projections/fingerprint.ts';
import type { Progress } from '../src/events/projections/progress.ts';
import { type Answers, questionsKey } from '../src/events/projections/questions.ts';
import { type Compared, createCompared, idOf, topic } from './fixtures/compared.ts';
import { createEventWorld, type EventWorld, startBusServer } from './fixtures/event-world.ts';

let busServer: Awaited<ReturnType<typeof startBusServer>>;
let redis: Redis;
let world: EventWorld;
let compared: Compared;
const owners: ReturnType<Compared['startOwner']>[] = [];
const { signal } = new AbortController();
const view = views.vaultEntryView.name;

function startOwner() {
  const owner = compared.startOwner();
  owners.push(owner);
  return owner;
}

beforeAll(async () => {
  busServer = await startBusServer();
  redis = new Redis(busServer.server.url);
  redis.on('error', () => undefined);
});
beforeEach(async () => {
  await redis.flushall();
  world = await createEventWorld(busServer.address);
  compared = await createCompared(world, redis);
  await compared.fill(Array.from({ length: 7000 }, (_, n) => n + 1));
});
afterEach(async () => {
  await Promise.all(owners.splice(0).map((owner) => owner.stop()));
  await world.stop();
});
afterAll(async () => {
  redis.disconnect();
  await busServer.server.stop();
});

test('continues with the interrupted range and reports earlier differences', async () => {
  const owner = startOwner();
  await world.query('delete from copies where entry_id = any($1)', [[1, 6999].map(idOf)]);
  let reached: Progress | undefined;
  const dying = compared.verify({
    onProgress: async (progress) => {
      reached = JSON.parse(JSON.stringify(progress));
      if (progress.rows > 3000) throw new Error('killed');
    },
  });
  await expect(dying).rejects.toThrow('killed');
  expect(reached).toMatchObject({ rows: 3999, differences: 1, next: { part: 0, after: idOf(4000) } });
  // With the consumer's early request, to which the next owner may respond as well.
  await owner.stop();
  const before = compared.reads.length;
  startOwner();
  expect(await compared.verify({ progress: reached })).toMatchObject({
    rows: 6998,
    differences: 2,
    named: [`missing ${idOf(1)}`, `missing ${idOf(6999)}`],
    left: 0,
  });
  expect(compared.reads[before]).toBe(idOf(4000));
});

test('continues an interrupted rebuild', async () => {
  startOwner();
  for (const table of ['owned', 'copies']) await world.query(`delete from ${table} where entry_id > $1`, [idOf(2100)]);
  let reached: Progress | undefined;
  const dying = compared.verify({
    rebuild: true,
    onProgress: async (progress) => {
      reached = progress;
      throw new Error('killed');
    },
  });
  await expect(dying).rejects.toThrow('killed');
  expect(reached).toMatchObject({ publishes: true, next: { after: idOf(2000) } });
  expect(await compared.verify({ rebuild: true, progress: reached })).toMatchObject({ rows: 2100, left: 0 });
  const published = await compared.published();
  expect([published.length, new Set(published).size]).toEqual([2100, 2100]);
});

test('repeats a request that was lost with its owner or with Redis', async () => {
  const verifying = compared.verify({ ask: askThrough(redis, topic, signal, { againMs: 300 }) });
  // As an owner that took it and was killed.
  await until('it is asked', () => redis.rpop(questionsKey(topic)));
  await until('it is asked again', () => redis.exists(questionsKey(topic)));
  startOwner();
  expect(await verifying).toMatchObject({ rows: 7000, differences: 0 });
});

test('a stopping owner finishes its current request, and drops those without a waiting caller', async () => {
  const ending = startOwner();
  const ask = askThrough(redis, topic, signal, { againMs: 60_000 });
  let stopping: Promise<void> | undefined;
  compared.whenRead(async () => {
    stopping ??= ending.stop();
  });
  const page = await ask({ what: 'page', view, part: 0, after: null });
  expect(page.subjects).toHaveLength(500);
  await stopping;
  await expect(askThrough(redis, topic, signal, { waitMs: 50 })({ what: 'digest', view })).rejects.toThrow();
  await until('nothing waits to be answered', async () => (await redis.exists(questionsKey(topic))) === 0);
});

test('compares with an owner of the previous release, which supports neither limit nor checkpoint', async () => {
  startOwner();
  await world.query('delete from copies where entry_id = $1', [idOf(501)]);
  const known = askThrough(redis, topic, signal);
  const sizes: number[] = [];
  const asOnce: Ask = async (question) => {
    const { limit: _, ...once } = question as { readonly limit?: number } & typeof question;
    const { mark: __, ...answer } = (await known(once as typeof question)) as Answers['page'];
    if (question.what === 'page') sizes.push(answer.subjects.length);
    return answer as never;
  };
  expect(await compared.verify({ ask: asOnce })).toMatchObject({ rows: 6999, differences: 1, left: 0 });
  expect(Math.max(...sizes)).toBe(500);
});

test('responds to a consumer of the previous release, which requests everything at once', async () => {
  startOwner();
  await compared.change(1, true);
  const ask = askThrough(redis, topic, signal);
  const { digests } = await ask({ what: 'digest', view });
  expect(digests.reduce((sum, [count]) => sum + count, 0)).toBe(6999);
  const all = Array.from({ length: 256 }, (_, bucket) => bucket);
  const { subjects, mark } = await ask({ what: 'list', view, buckets: all });
  const own = new Digests();
  for (const [subject, version, hash] of subjects) own.add({ subject, version, hash } satisfies Fingerprint);
  expect([subjects.length, own.all(), mark]).toEqual([7000, digests, '1']);
});
