import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Delivery, EventBus, Positions } from '../src/events/bus.ts';
import { blockMs } from '../src/events/redis-streams/consumer.ts';
import { tendScript } from '../src/events/redis-streams/scripts.ts';
import { describeBus } from './bus.conformance.ts';
import { meansOf } from './conformance/harness.ts';
import { openBus, startOwnRedis } from './fixtures/buses.ts';

describe('the bus on Redis Streams', () => {
  describeBus(async () => {
    const server = await startOwnRedis();
    const address = { name: 'redis', url: server.url, takeoverMs: 1500 } as const;
    return { server, address, missedWithinMs: 5000, ...meansOf(server.url) };
  });
});

describe('Redis Streams specifics', () => {
  let server: Awaited<ReturnType<typeof startOwnRedis>>;
  let redis: Redis;
  let buses: EventBus[] = [];
  const address = () => ({ name: 'redis', url: server.url, takeoverMs: 1000 }) as const;
  const open = (changes: { readonly url?: string; readonly takeoverMs?: number } = {}) => {
    const bus = openBus({ ...address(), ...changes });
    buses.push(bus);
    return bus;
  };
  const hour = { partitions: 1, retentionMs: 3_600_000 };
  const brief = { partitions: 1, retentionMs: 1 };
  const openWith = async (topic: string, settings = hour) => {
    const bus = open();
    await bus.ensureTopics({ [topic]: settings });
    return bus;
  };
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
    server = await startOwnRedis();
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

  test('resumes publishing and receiving after FLUSHALL', async () => {
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

  test('keeps reading while nothing arrives', async () => {
    const { consumer } = await collect(await openWith('quiet'), 'quiet');
    const ends = performance.now() + blockMs + 1000;
    while (performance.now() < ends) {
      expect(consumer.check()).toBeNull();
      await pause(20);
    }
  });

  test('drops expired records when the topic is ensured', async () => {
    const shortLived = { partitions: 1, retentionMs: 300 };
    const bus = await openWith('brief', shortLived);
    await publish(bus, 'brief', 'old');
    expect(await bus.read('brief')).toHaveLength(1);
    await until('it is gone', async () => {
      await bus.ensureTopics({ brief: shortLived });
      return (await bus.read('brief')).length === 0;
    });
  });

  test('trims a stream to its retention while records are published', async () => {
    const bus = await openWith('busy', brief);
    const round = Array.from({ length: 500 }, (_, index) => String(index));
    for (let rounds = 0; rounds < 10; rounds += 1) await publish(bus, 'busy', ...round);
    // Redis drops whole nodes of a hundred entries, and within one request nothing has expired.
    expect(await redis.xlen('bus:stream:busy:0')).toBeLessThan(1500);
  });

  test('refuses the records of a corrupted partition and accepts the others', async () => {
    const bus = await openWith('spoilt', { partitions: 2, retentionMs: hour.retentionMs });
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    await redis.set('bus:stream:spoilt:0', 'no stream');
    const outcomes = await bus.publish(keys.map((key) => ({ topic: 'spoilt', key, value: key })));
    const refused = outcomes.filter((outcome) => outcome?.name === 'RecordRefusedError');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.message).toContain('WRONGTYPE');
    expect(await redis.xlen('bus:stream:spoilt:1')).toBe(keys.length - refused.length);
  });

  test('a topic created during publishing accepts no record of a key behind a refused one', async () => {
    const bus = open();
    const lookups = async () => Number(/cmdstat_hget:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
    const maker = open();
    await maker.ensureTopics({ other: hour });
    const before = await lookups();
    const records = Array.from({ length: 500 }, (_, index) => ({ topic: 'late', key: 'a', value: String(index) }));
    const publishing = bus.publish(records);
    await until('there is no such topic', async () => (await lookups()) > before);
    await maker.ensureTopics({ late: hour });
    const outcomes = await publishing;
    const there = (await bus.read('late')).map(({ value }) => value);
    expect(there).toEqual(outcomes[0] ? [] : records.map(({ value }) => value));
  });

  test('delivers a foreign entry unchanged and loses no other entry', async () => {
    const bus = await openWith('odd');
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
    expect((await bus.read('odd')).map(({ value }) => value)).toEqual(values);
  });

  test('keeps unhandled records beyond the retention', async () => {
    const bus = await openWith('kept', brief);
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

  test("a consumer misses nothing after a stream and the server's clock were set back", async () => {
    const bus = await openWith('back');
    const { values } = await collect(bus, 'back');
    await publish(bus, 'back', '1');
    await until('it has arrived', () => values.includes('1'));
    const future = Date.now() + 86_400_000;
    await redis.xadd('bus:stream:back:0', `${future}-0`, 'k', 'a', 'v', 'of the future', 'h', '{}');
    await until('it has arrived', () => values.includes('of the future'));
    await redis.del('bus:stream:back:0');
    await publish(bus, 'back', '2');
    await until('it has arrived', () => values.includes('2'));
  });

  const groupOf = (topic: string) => [`bus:stream:${topic}:0`, 'readers:g'] as const;
  const pendingOf = async (topic: string) => Number((await redis.xpending(...groupOf(topic)))[0]);

  test('fetches entries again when the response with them was lost', async () => {
    await openWith('lost');
    const { values } = await collect(open(), 'lost');
    const [stream, group] = groupOf('lost');
    // In one transaction with the read, so that only our response contains it; then the consumer's connections end.
    await redis
      .multi()
      .xadd(stream, '*', 'k', 'a', 'v', '1', 'h', '{}')
      .xreadgroup('GROUP', group, 'without response', 'STREAMS', stream, '>')
      .exec();
    await redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until('it has arrived', () => values.includes('1'));
    await until('and is acknowledged', async () => (await pendingOf('lost')) === 0);
  });

  test('a consumer that leaves releases its queue immediately', async () => {
    const bus = await openWith('leaving');
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // With a takeover timeout longer than the test, so that only leaving can release the queue.
    const openSlow = () => open({ takeoverMs: 20_000 });
    const first = await collect(openSlow(), 'leaving', () => {
      begun.resolve();
      return finish.promise;
    });
    await publish(bus, 'leaving', '1', '2', '3');
    await begun.promise;
    const second = await collect(openSlow(), 'leaving');
    expect(second.values).toEqual([]);
    const stopped = first.consumer.stop();
    finish.resolve();
    await stopped;
    await until('the other has the rest', () => second.values.length === 2, 15_000);
    expect([first.values, second.values]).toEqual([['1'], ['2', '3']]);
    await until('all is acknowledged', async () => (await pendingOf('leaving')) === 0);
  });

  test('keeps pending entries beyond the retention, even when the group has received later ones', async () => {
    const bus = await openWith('pending', brief);
    const hung = Promise.withResolvers<void>();
    const { values } = await collect(open(), 'pending', (value) => (value === '1' ? hung.promise : undefined));
    await publish(bus, 'pending', '0', '1', '2', '3');
    await until('it is in flight', async () => values.length === 1 && (await pendingOf('pending')) === 3);
    await until('the handled entries are gone', async () => {
      await bus.ensureTopics({ pending: brief });
      return (await bus.read('pending')).length === 3;
    });
    hung.resolve();
    await until('all have arrived', () => values.length === 4);
  });

  test('a Redis that hangs for a while only delays records', async () => {
    const bus = await openWith('still');
    const [one, other] = [await collect(open(), 'still'), await collect(open(), 'still')];
    await server.kill('SIGSTOP');
    await pause(8000);
    await server.kill('SIGCONT');
    const taken = async () => (await bus.publish([{ topic: 'still', key: 'a', value: '1' }]))[0] === undefined;
    await until('it takes a record', taken);
    await until('it has arrived', () => [...one.values, ...other.values].includes('1'));
    await until('both are healthy', () => one.consumer.check() === null && other.consumer.check() === null);
  });

  /** The checksum of a dump. */
  const crc64 = (bytes: Buffer) => {
    let crc = 0n;
    for (const byte of bytes) {
      crc ^= BigInt(byte);
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1n) ^ (crc & 1n ? 0x95ac9329ac4bc9b5n : 0n);
    }
    return crc;
  };
  const toBytes = (number: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(number);
    return bytes;
  };

  test("takes over the entries of a consumer that died before the server's clock was set back", async () => {
    const bus = await openWith('early');
    await publish(bus, 'early', '1', '2');
    const [stream, group] = groupOf('early');
    await redis.xgroup('CREATE', stream, group, '0');
    await redis.xreadgroup('GROUP', group, 'dead', 'STREAMS', stream, '>');
    const info = JSON.stringify(await redis.xinfo('STREAM', stream, 'FULL'));
    const seen = BigInt(/"seen-time",(\d+)/.exec(info)?.[1] ?? 0);
    const dump = (await redis.dumpBuffer(stream)).subarray(0, -8);
    const times = [...dump.keys()].filter((at) => dump.subarray(at, at + 8).equals(toBytes(seen)));
    expect(times.length).toBeGreaterThan(2);
    for (const at of times) toBytes(seen + 3_600_000n).copy(dump, at);
    await redis.restore(stream, 0, Buffer.concat([dump, toBytes(crc64(dump))]), 'REPLACE');
    const { values } = await collect(open(), 'early');
    await until('another has taken over', () => values.length === 2);
    expect(values).toEqual(['1', '2']);
    await until('all is acknowledged', async () => (await pendingOf('early')) === 0);
  });

  test('deletes the names of consumers without entries after a while', async () => {
    const bus = await openWith('names');
    await publish(bus, 'names', '1');
    const [stream, group] = groupOf('names');
    await redis.xgroup('CREATE', stream, group, '0');
    await redis.xgroup('CREATECONSUMER', stream, group, 'gone');
    await redis.xreadgroup('GROUP', group, 'pending', 'STREAMS', stream, '>');
    const namesAfter = async (deleteNameAfterMs: number) => {
      await redis.eval(tendScript, 1, stream, group, 'me', 60_000, deleteNameAfterMs, 100, 0);
      const consumers = (await redis.xinfo('CONSUMERS', stream, group)) as unknown[][];
      return consumers.map((flat) => flat[flat.indexOf('name') + 1]);
    };
    expect(await namesAfter(60_000)).toContain('gone');
    await pause(10);
    const left = await namesAfter(5);
    expect(left).toContain('pending');
    expect(left).not.toContain('gone');
  });

  const wanting = (partitions: number) => ({ grown: { ...hour, partitions } });

  /** The topic was created with one partition and the release wants three; then Redis is emptied. */
  async function emptyGrown() {
    await redis.flushall();
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
    // The relay makes the same calls.
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
});
