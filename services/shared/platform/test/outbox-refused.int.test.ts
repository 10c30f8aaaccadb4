import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import type { EventBus } from '../src/events/bus.ts';
import { startChild } from './fixtures/child.ts';
import { busServer, setup, useSetups } from './fixtures/each-setup.ts';

useSetups();

const good = gameRequested.topic;
/** The topic does not exist until a test creates it. */
const refused = 'test.refused';
const makeTopic = () => setup.bus.ensureTopics({ [refused]: { partitions: 3, retentionMs: 3_600_000 } });
/** Events of that many keys in turn. */
const fill = (topic: string, keys: number, each: number) =>
  setup.query(
    `insert into outbox (event_id, topic, key, envelope)
     select gen_random_uuid(), $1, 'key-' || key, format('%s', number)
     from generate_series(1, $3::int) as number, generate_series(1, $2::int) as key order by number, key`,
    [topic, keys, each],
  );
const unpublished = async (topic: string) =>
  (await setup.query<{ key: string }>('select key from outbox where published_at is null and topic = $1', [topic]))
    .length;
const allPublished = (topic: string) =>
  until(`all of ${topic} is published`, async () => (await unpublished(topic)) === 0, 60_000);
/** Returns the bus's records of each key, in order. */
const held = async (topic: string) => {
  const there = await setup.bus.read(topic);
  const byKey = Map.groupBy(there, ({ key }) => key);
  return new Map([...byKey].map(([key, deliveries]) => [key, deliveries.map(({ value }) => Number(value))]));
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const expectInOrder = async (topic: string, keys: number, each: number) => {
  const there = await held(topic);
  expect(there.size).toBe(keys);
  for (const numbers of there.values()) expect(numbers).toEqual(upTo(each));
};
/** Counts events of the refused topic sent to the bus before the last one of the good topic. */
function countAsked(bus: EventBus) {
  let [asked, before] = [0, 0];
  const publish = bus.publish.bind(bus);
  bus.publish = async (records, positions) => {
    asked += records.filter(({ topic }) => topic === refused).length;
    if (records.some(({ topic }) => topic === good)) before = asked;
    return publish(records, positions);
  };
  return () => before;
}

test('a refused topic gets at most half of the capacity, and is published in order once it exists', async () => {
  await fill(refused, 1500, 2);
  await fill(good, 40, 25);
  const bus = setup.open();
  const asked = countAsked(bus);
  setup.startRelay(undefined, bus);
  await allPublished(good);
  expect(asked()).toBeLessThanOrEqual(1250);
  await expectInOrder(good, 40, 25);
  await until('all keys have been refused', async () => {
    const rows = await setup.query('select from outbox where topic = $1 and attempts > 0', [refused]);
    return rows.length === 1500;
  });
  await makeTopic();
  await allPublished(refused);
  await expectInOrder(refused, 1500, 2);
  await expectInOrder(good, 40, 25);
});

test('a relay that takes over sends no keys before their retry time, however many wait', async () => {
  await fill(refused, 3000, 2);
  await setup.query(`update outbox set attempts = 9, next_attempt_at = now() + interval '1 hour' where id <= 3000`);
  await fill(good, 40, 25);
  setup.startRelay();
  await allPublished(good);
  await fill(good, 40, 1);
  await allPublished(good);
  expect(await setup.query('select distinct attempts from outbox where topic = $1 order by 1', [refused])).toEqual([
    { attempts: 0 },
    { attempts: 9 },
  ]);
});

test('publishes a new key despite a backlog of delayed ones, and the backlog when it is due', async () => {
  await fill(good, 900, 2);
  await setup.query(`update outbox set attempts = 9, next_attempt_at = now() + interval '1 hour' where id <= 900`);
  setup.startRelay();
  await setup.query(
    `insert into outbox (event_id, topic, key, envelope) values (gen_random_uuid(), $1, 'key-free', '1')`,
    [good],
  );
  await until('it is published', async () => (await unpublished(good)) === 1800);
  await setup.query('update outbox set next_attempt_at = now() where next_attempt_at is not null');
  await allPublished(good);
  const { 'key-free': free, ...others } = Object.fromEntries(await held(good));
  expect(free).toEqual([1]);
  expect(Object.values(others)).toEqual(Array.from({ length: 900 }, () => [1, 2]));
});

test('keeps all events in order when one of two relays is killed while a topic is refused', async () => {
  const child = startChild('relay-process.ts', [busServer.address, setup.databaseUrl]);
  try {
    await fill(refused, 1500, 2);
    await fill(good, 40, 10);
    await allPublished(good);
    setup.startRelay();
    await fill(good, 40, 10);
    await child.kill();
    await makeTopic();
    await allPublished(good);
    await allPublished(refused);
    await expectInOrder(refused, 1500, 2);
    // Events that were sent but not stored as published are sent twice.
    for (const numbers of (await held(good)).values()) expect(new Set(numbers)).toEqual(new Set(upTo(10)));
  } finally {
    await child.kill();
  }
}, 120_000);
