import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '@nightshelf/servers';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventBus } from '../src/events/bus.ts';
import { describeBus } from './bus.conformance.ts';
import { partitions } from './conformance/harness.ts';
import { openBus } from './fixtures/buses.ts';
import { startChild } from './fixtures/child.ts';

const start = () =>
  startRedis({ directory: mkdtempSync(join(tmpdir(), 'nightshelf-bus-')), role: 'durable', throwAway: true });

describe('the bus on Redis Streams', () => {
  describeBus(async () => {
    const server = await start();
    return {
      server,
      address: { name: 'redis', url: server.url, patienceMs: 1500 },
      retentionOf: async (topic) => {
        const redis = new Redis(server.url);
        const stored = await redis.hget('bus:topics', topic);
        redis.disconnect();
        return JSON.parse(stored ?? '{}').retentionMs;
      },
      empty: async (topic) => {
        const redis = new Redis(server.url);
        for (let partition = 0; partition < partitions; partition += 1) {
          await redis.xtrim(`bus:stream:${topic}:${partition}`, 'MAXLEN', 0);
        }
        redis.disconnect();
      },
    };
  });
});

describe('what only Redis can do to a bus', () => {
  let server: Awaited<ReturnType<typeof start>>;
  let redis: Redis;
  let buses: EventBus[] = [];
  const address = () => ({ name: 'redis', url: server.url, patienceMs: 1000 }) as const;
  const open = (keyPrefix = 'bus:') => {
    const bus = openBus({ ...address(), keyPrefix });
    buses.push(bus);
    return bus;
  };
  const hour = { partitions: 1, retentionMs: 3_600_000 };
  const collect = async (bus: EventBus, topic: string, handle: (value: string) => unknown = () => undefined) => {
    const values: string[] = [];
    const consumer = await bus.consume({
      group: 'g',
      topics: [topic],
      handle: async ({ value }) => {
        await handle(value);
        values.push(value);
      },
    });
    await until('it receives', () => consumer.check() === null);
    return { values, consumer };
  };
  const publish = async (bus: EventBus, topic: string, ...values: string[]) => {
    const outcomes = await bus.publish(values.map((value) => ({ topic, key: 'a', value })));
    for (const outcome of outcomes) expect(outcome).toBeUndefined();
  };

  beforeAll(async () => {
    server = await start();
    redis = new Redis(server.url);
  });
  afterEach(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    buses = [];
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  test('after FLUSHALL publishing and receiving go on by themselves', async () => {
    const [bus, other] = [open(), open()];
    await bus.ensureTopics({ flushed: hour });
    const { values, consumer } = await collect(other, 'flushed');
    await publish(bus, 'flushed', 'before');
    await until('it has arrived', () => values.includes('before'));
    await redis.flushall();
    await publish(bus, 'flushed', 'after');
    await until('it has arrived', () => values.includes('after'));
    await until('the group is there again', async () => (await consumer.lag()).flushed === 0);
    await publish(open(), 'flushed', 'from a newcomer');
    await until('it has arrived', () => values.includes('from a newcomer'));
  });

  test('records older than the retention are dropped when the topic is made sure of', async () => {
    const bus = open();
    const shortLived = { partitions: 1, retentionMs: 300 };
    await bus.ensureTopics({ brief: shortLived });
    await publish(bus, 'brief', 'old');
    expect(await Array.fromAsync(bus.read('brief'))).toHaveLength(1);
    await until('it is gone', async () => {
      await bus.ensureTopics({ brief: shortLived });
      return (await Array.fromAsync(bus.read('brief'))).length === 0;
    });
  });

  test('a stream does not grow beyond its retention while it is published to', async () => {
    const bus = open();
    await bus.ensureTopics({ busy: { partitions: 1, retentionMs: 1 } });
    const round = Array.from({ length: 500 }, (_, index) => String(index));
    for (let rounds = 0; rounds < 10; rounds += 1) await publish(bus, 'busy', ...round);
    // Whole nodes of a hundred entries are dropped, within a request nothing is yet old enough.
    expect(await redis.xlen('bus:stream:busy:0')).toBeLessThan(1500);
  });

  test('a consumer that was frozen beyond its lease does not disturb the one that took over', async () => {
    const bus = open();
    await bus.ensureTopics({ frozen: hour });
    const child = startChild('consumer-process.ts', [address(), 'frozen', 'g']);
    try {
      await until('the child is ready', () => child.lines.includes('ready'), 20_000);
      await publish(bus, 'frozen', '1');
      await until('it has arrived', () => child.lines.includes('1'));
      child.process.kill('SIGSTOP');
      const { values, consumer } = await collect(open(), 'frozen');
      await publish(bus, 'frozen', '2', '3');
      await until('the other has taken over', () => values.includes('3'));
      child.process.kill('SIGCONT');
      await publish(bus, 'frozen', '4', '5');
      const all = () => [...values, ...child.lines];
      await until('nothing is missing', () => all().includes('5') && all().includes('4'));
      await child.kill();
      await publish(bus, 'frozen', '6');
      await until('the last has arrived', () => values.includes('6'));
      expect([...new Set(values)]).toEqual([...values].sort());
      await until('nothing is left', async () => (await consumer.lag()).frozen === 0);
    } finally {
      await child.kill();
    }
  }, 60_000);

  test('a partition that Redis has spoilt refuses its records, the others take theirs', async () => {
    const bus = open();
    await bus.ensureTopics({ spoilt: { partitions: 2, retentionMs: hour.retentionMs } });
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    await redis.set('bus:stream:spoilt:0', 'no stream');
    const outcomes = await bus.publish(keys.map((key) => ({ topic: 'spoilt', key, value: key })));
    const refused = outcomes.filter((outcome) => outcome?.name === 'RecordRefusedError');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.message).toContain('WRONGTYPE');
    expect(await redis.xlen('bus:stream:spoilt:1')).toBe(keys.length - refused.length);
  });

  test('an entry that is none of ours is handed on as it is, and nothing around it is lost', async () => {
    const bus = open();
    await bus.ensureTopics({ odd: hour });
    await publish(bus, 'odd', '1');
    const stream = 'bus:stream:odd:0';
    await redis.xadd(stream, '*', 'k', 'a', 'v', 'fine', 'h', '{not JSON');
    await redis.xadd(stream, '*', 'k', 'a', 'v', 'listed', 'h', '["x"]');
    await redis.xadd(stream, '*', 'something', 'else');
    await publish(bus, 'odd', '2');
    const headers: unknown[] = [];
    const values: string[] = [];
    await bus.consume({
      group: 'g',
      topics: ['odd'],
      handle: async (delivery) => {
        values.push(delivery.value);
        headers.push(delivery.headers);
      },
    });
    await until('all have arrived', () => values.length === 5);
    expect(values).toEqual(['1', 'fine', 'listed', '["something","else"]', '2']);
    expect(headers).toEqual([{}, {}, {}, {}, {}]);
    expect((await Array.fromAsync(bus.read('odd'))).map(({ value }) => value)).toEqual(values);
  });

  test('what a group has not handled is kept beyond the retention', async () => {
    const bus = open();
    const brief = { partitions: 1, retentionMs: 1 };
    await bus.ensureTopics({ kept: brief });
    const { values, consumer } = await collect(bus, 'kept');
    await publish(bus, 'kept', 'handled');
    await until('it has arrived', () => values.length === 1);
    await consumer.stop();
    const many = Array.from({ length: 400 }, (_, index) => String(index));
    await publish(bus, 'kept', ...many);
    for (let round = 0; round < 3; round += 1) {
      await bus.ensureTopics({ kept: brief });
      await publish(bus, 'kept', `more ${round}`);
    }
    const again = await collect(open(), 'kept');
    await until('all have arrived', () => again.values.length === 403);
    expect(again.values.slice(0, 400)).toEqual(many);
  });

  test('a stream that was set back, and a server clock with it, hides nothing from the consumer that was ahead', async () => {
    const bus = open();
    await bus.ensureTopics({ back: hour });
    const { values } = await collect(bus, 'back');
    await publish(bus, 'back', '1');
    await until('it has arrived', () => values.includes('1'));
    const future = Date.now() + 86_400_000;
    await redis.xadd('bus:stream:back:0', `${future}-0`, 'k', 'a', 'v', 'of the future', 'h', '{}');
    await until('it has arrived', () => values.includes('of the future'));
    const [group] = (await redis.xinfo('GROUPS', 'bus:stream:back:0')) as unknown[][];
    expect(group).toContain('g');
    await redis.del('bus:stream:back:0');
    await publish(bus, 'back', '2');
    await until('it has arrived', () => values.includes('2'));
  });

  test('a partition that was given up just as it was to be handed over is not nobody’s', async () => {
    const topic = 'given-up';
    const bus = open();
    await bus.ensureTopics({ [topic]: { ...hour, partitions: 6 } });
    const hung = Promise.withResolvers<void>();
    let inHand = 0;
    const handle = (value: string) => {
      if (!value.startsWith('slow')) return undefined;
      inHand += 1;
      return hung.promise;
    };
    const first = await collect(bus, topic, handle);
    const streams = Array.from({ length: 6 }, (_, partition) => `bus:stream:${topic}:${partition}`);
    for (const stream of streams) await redis.xadd(stream, '*', 'k', 'a', 'v', `slow ${stream}`, 'h', '{}');
    await until('all are in hand', () => inHand === 6);
    // The other is to have some of them, for which the records in hand are waited for; meanwhile the streams are set back.
    const second = await collect(open(), topic);
    await until('the other counts', async () => (await redis.hlen(`bus:signs:g:${topic}`)) === 2);
    await redis.del(...streams);
    // Longer than between two looks at the streams.
    await pause(3000);
    hung.resolve();
    for (const stream of streams) await redis.xadd(stream, '*', 'k', 'a', 'v', `new ${stream}`, 'h', '{}');
    const received = () => new Set([...first.values, ...second.values].filter((value) => value.startsWith('new')));
    // Redis itself would forget the lease after a minute.
    await until('each has its new record', () => received().size === 6, 30_000);
  }, 60_000);

  test('a consumer that died before the server clock was set back is missed as soon as any other', async () => {
    const bus = open();
    await bus.ensureTopics({ early: hour });
    await publish(bus, 'early', '1');
    // What it has left behind: its last sign of life, an hour ahead of what the clock now says, and its lease.
    await redis.hset('bus:signs:g:early', 'dead', `7 ${Date.now() + 3_600_000}`);
    await redis.set('bus:lease:g:early:0', 'dead');
    const { values } = await collect(open(), 'early');
    await until('another has taken over', () => values.includes('1'), 10_000);
  });

  test('buses with different prefixes share a Redis without noticing each other', async () => {
    const prefix = `${randomUUID()}:`;
    const [bus, stranger] = [open(prefix), open()];
    await bus.ensureTopics({ shared: hour });
    await stranger.ensureTopics({ shared: hour });
    const { values } = await collect(stranger, 'shared');
    await publish(bus, 'shared', 'mine');
    await publish(stranger, 'shared', 'yours');
    await until('its own has arrived', () => values.length > 0);
    expect(values).toEqual(['yours']);
  });
});
