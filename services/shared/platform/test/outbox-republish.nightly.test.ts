import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { redis, setup, useSetups } from './fixtures/each-setup.ts';
import { metric } from './fixtures/event-setup.ts';

useSetups();

/** Number of events to publish again: 24 hours of 12 events a second are a million; fewer show the same. */
const kept = Number(process.env.TEST_OUTBOX_ROWS ?? 12_000);
const topic = gameRequested.topic;
const fillOutbox = (publishedAt: string) =>
  setup.query(
    `insert into outbox (event_id, topic, key, envelope, recorded_at, published_at)
     select id, $1, 'old-' || number, json_build_object('id', id, 'type', $3::text, 'filler', repeat('x', 400))::text,
       ${publishedAt}, ${publishedAt}
     from (select gen_random_uuid() as id, number from generate_series(1, $2::int) as number) as old`,
    [topic, kept, gameRequested.type],
  );
const held = async () => {
  const lengths = await Promise.all([0, 1, 2].map((partition) => redis.xlen(`bus:stream:${topic}:${partition}`)));
  return lengths.reduce((sum, length) => sum + length, 0);
};
const record = (guid: string) =>
  setup.work.transaction(async ({ publish }) => publish(gameRequested, { data: { guid }, version: 1 }));

/**
 * Returns the delays of a series of new events in milliseconds, from before `act` until all old events have arrived.
 */
async function measureWhile(act: () => Promise<unknown>): Promise<number[]> {
  const received = new Set<string>();
  const consumer = await setup.open().consume({
    group: 'watcher',
    topics: [topic],
    handle: async ({ key, value }) => void (key.startsWith('old') || received.add(JSON.parse(value).subject)),
  });
  // The group must reach the end first.
  await until('it receives', () => consumer.check() === null);
  await act();
  const delays: number[] = [];
  for (let number = 0; number < 10 || (await held()) < kept; number += 1) {
    const began = performance.now();
    await record(`new-${number}`);
    await until('it is received', async () => (await newest(`new-${number}`)) || received.has(`new-${number}`), 60_000);
    delays.push(performance.now() - began);
  }
  return delays;
}

/** No new event waits until all old ones are published: that would be most of the total delay. */
function expectNoneToWait(delays: readonly number[]): void {
  const together = delays.reduce((sum, delay) => sum + delay, 0);
  expect(Math.max(...delays)).toBeLessThan(Math.max(2000, together / 2));
}

/** Checks the bus, because a consumer must first handle the old events. */
async function newest(subject: string): Promise<boolean> {
  for (const partition of [0, 1, 2]) {
    const entries = await redis.xrevrange(`bus:stream:${topic}:${partition}`, '+', '-', 'COUNT', 400);
    if (entries.some(([, fields]) => fields.join(' ').includes(`"${subject}"`))) return true;
  }
  return false;
}

test('publishes all kept events at the first contact with a bus, and new ones at the same time', async () => {
  await fillOutbox('now()');
  const registry = new Registry();
  const delays = await measureWhile(async () => setup.startRelay({ registry }));
  expectNoneToWait(delays);
  await until('nothing is left', async () => (await metric(registry, 'outbox_republish_depth')) === 0);
  expect(await held()).toBeGreaterThanOrEqual(kept);
}, 600_000);

test('publishes everything again to an emptied bus, and new events at the same time', async () => {
  await record('first');
  setup.startRelay();
  await until('it is published', async () => (await held()) === 1);
  await fillOutbox('now()');
  const delays = await measureWhile(() => redis.flushall());
  expectNoneToWait(delays.slice(1));
}, 600_000);

test('keeps events until they have been published again, however old', async () => {
  await fillOutbox(`now() - interval '25 hours'`);
  setup.startRelay();
  await until('everything is published', async () => (await held()) >= kept, 60_000);
  await until(
    'then it is deleted',
    async () => (await setup.query('select 1 from outbox limit 1')).length === 0,
    60_000,
  );
}, 120_000);

test('a relay that takes over continues the range', async () => {
  await fillOutbox('now()');
  const first = setup.startRelay();
  await until('it has begun', async () => (await held()) > kept / 4, 60_000);
  await first.stop();
  const before = await held();
  expect(before).toBeLessThan(kept);
  setup.startRelay();
  await until('everything is published', async () => (await held()) >= kept, 60_000);
  const registry = new Registry();
  setup.startRelay({ registry });
  await until('nothing is left', async () => (await metric(registry, 'outbox_republish_depth')) === 0, 60_000);
  expect(await held()).toBeLessThan(kept + 1000);
}, 120_000);
