import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@nightshelf/servers';
import { startSwallowingProxy } from '@nightshelf/testing/swallowing-proxy.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Delivery, EventBus, Positions } from '../src/events/bus.ts';
import { openBus } from './fixtures/buses.ts';

let server: Awaited<ReturnType<typeof startRedis>>;
let redis: Redis;
let buses: EventBus[] = [];
const hour = { partitions: 1, retentionMs: 3_600_000 };

function open(port = server.port): EventBus {
  const url = new URL(server.url);
  url.port = String(port);
  const bus = openBus({ name: 'redis', url: url.toString(), heartbeatTimeoutMs: 1000 });
  buses.push(bus);
  return bus;
}

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'nightshelf-bus-'));
  server = await startRedis({ directory, role: 'durable', throwAway: true });
  redis = new Redis(server.url);
});
beforeEach(() => redis.flushall());
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  buses = [];
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test.each([
  ['begin', () => redis.flushall()],
  [
    'gap',
    // In one transaction, so that no consumer receives it.
    () =>
      redis
        .multi()
        .xadd('bus:stream:untold:0', '*', 'k', 'a', 'v', '2')
        .xtrim('bus:stream:untold:0', 'MAXLEN', 0)
        .exec(),
  ],
])('reports a %s again when the response that reported it was lost', async (what, lose) => {
  const bus = open();
  await bus.ensureTopics({ untold: hour });
  const proxy = await startSwallowingProxy(() => server.port);
  try {
    const told: string[] = [];
    const consumer = await open(proxy.port).consume({
      group: 'g',
      topics: ['untold'],
      handle: async () => undefined,
      onGap: () => told.push('gap'),
      onBegin: () => told.push('begin'),
    });
    expect(await bus.publish([{ topic: 'untold', key: 'a', value: '1' }])).toEqual([undefined]);
    await until('it is handled', async () => (await consumer.lag()).untold === 0);
    told.length = 0;
    await proxy.loseAnswersAfter(lose);
    await until('it is reported', () => told.length > 0);
    expect(new Set(told)).toEqual(new Set([what]));
    await until('it receives', () => consumer.check() === null);
  } finally {
    await proxy.close();
  }
});

test('reports a gap until it has been stored, also to the next consumer', async () => {
  const bus = open();
  await bus.ensureTopics({ noted: hour });
  let noting = 0;
  const deaf = await open().consume({
    group: 'g',
    topics: ['noted'],
    handle: async () => undefined,
    onBegin: () => {
      noting += 1;
      return new Promise(() => undefined);
    },
  });
  await until('it was reported', () => noting > 0);
  await deaf.stop();
  const begun: string[] = [];
  await open().consume({
    group: 'g',
    topics: ['noted'],
    handle: async () => undefined,
    onBegin: (topic) => begun.push(topic),
  });
  await until('it is reported to the next', () => begun.length > 0);
});

const wanting = (partitions: number) => ({ grown: { ...hour, partitions } });

/** The topic was created with one partition and the release wants three; then Redis is emptied. */
async function emptyGrown() {
  await open().ensureTopics(wanting(1));
  const [publisher, reader] = [open(), open()];
  for (const bus of [publisher, reader]) await bus.ensureTopics(wanting(3));
  const handled = new Set<string>();
  const handle = async ({ key }: Delivery) => void handled.add(key);
  await reader.consume({ group: 'g', topics: ['grown'], handle });
  const positions: Positions = new Map();
  expect(await publisher.publish([{ topic: 'grown', key: 'before', value: '{}' }], positions)).toEqual([undefined]);
  await until('it is handled', () => handled.has('before'));
  await redis.flushall();
  const expectAllHandled = async (by: EventBus) => {
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    const outcomes = await by.publish(keys.map((key) => ({ topic: 'grown', key, value: '{}' })));
    expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual([]);
    await until('all are handled', () => keys.every((key) => handled.has(key)));
  };
  return { publisher, positions, expectAllHandled };
}

test('running consumers receive republished events when the release wants more partitions', async () => {
  const { publisher, positions, expectAllHandled } = await emptyGrown();
  // As the relay does.
  expect(await publisher.lost(positions)).not.toBeNull();
  await publisher.ensureTopics(wanting(3));
  await expectAllHandled(publisher);
});

test('restores a topic that an emptied Redis lost with the partitions that running consumers read', async () => {
  const { expectAllHandled } = await emptyGrown();
  await until('it is back', async () => (await redis.hexists('bus:topics', 'grown')) === 1);
  const newer = open();
  await newer.ensureTopics(wanting(3));
  await expectAllHandled(newer);
});
