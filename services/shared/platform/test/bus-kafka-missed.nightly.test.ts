import { findKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing/until.ts';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConsumeOptions, EventBus } from '../src/events/bus.ts';
import { openBus, startOwnKafka, type TestBus } from './fixtures/buses.ts';

describe.skipIf(findKafka() === null)('gaps of a consumer group on Kafka', () => {
  let server: Awaited<ReturnType<typeof startOwnKafka>>;
  let admin: Admin;
  let bus: TestBus;
  let buses: EventBus[] = [];

  beforeAll(async () => {
    server = await startOwnKafka();
    admin = new Kafka({ brokers: [server.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    bus = openBus({ name: 'kafka', brokers: [server.brokers] });
  }, 120_000);
  afterEach(async () => {
    await Promise.all(buses.map((one) => one.close()));
    buses = [];
  });
  afterAll(async () => {
    await bus.close();
    await admin.disconnect();
    await server.stop();
  });

  const createTopic = (topic: string, partitions = 1) =>
    bus.ensureTopics({ [topic]: { partitions, retentionMs: 3_600_000 } });
  const publish = async (topic: string, values: readonly string[], key = 'a') => {
    for (const outcome of await bus.publish(values.map((value) => ({ topic, key, value })))) {
      expect(outcome).toBeUndefined();
    }
  };
  const drop = async (topic: string, partition: number, below: number) => {
    // The client must know the topic.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(below) }] });
  };

  /** A key for each of two partitions. */
  const findKeys = async () => {
    await createTopic('places', 2);
    for (const key of 'abcdefgh') await publish('places', ['x'], key);
    const places = new Map<number, string>();
    for (const { partition, key } of await bus.read('places')) places.set(partition, key);
    return [places.get(0) ?? '', places.get(1) ?? ''] as const;
  };

  /** A consumer as in another process, with its reported gaps and handled records. */
  async function consume(topic: string, options: Partial<ConsumeOptions> = {}) {
    const own = openBus({ name: 'kafka', brokers: [server.brokers] });
    buses.push(own);
    const [reported, handled]: [string[], string[]] = [[], []];
    const consumer = await own.consume({
      group: topic,
      topics: [topic],
      ...options,
      handle: async (delivery, signal) => {
        await options.handle?.(delivery, signal);
        handled.push(delivery.value);
      },
      onMissed: (of) => {
        reported.push(of);
        return options.onMissed?.(of);
      },
    });
    const settled = () => until('all is acknowledged', async () => (await consumer.lag())[topic] === 0, 30_000);
    return { consumer, reported, handled, settled };
  }

  const never = () => new Promise(() => undefined);
  const many = Array.from({ length: 40 }, (_, number) => `${number}`);

  test('reports a new group again from the next consumer when the first report was not stored', async () => {
    const topic = 'begun';
    await createTopic(topic);
    await publish(topic, many);
    const waiting = await consume(topic, { onMissed: never });
    await until('it was reported', () => waiting.reported.length > 0, 30_000);
    await waiting.consumer.stop();
    expect(waiting.handled).toEqual([]);

    const next = await consume(topic);
    await next.settled();
    expect(next.reported).toEqual([topic]);
    expect(next.handled).toEqual(many);
  }, 120_000);

  test('repeats the report of a new group until it is stored, then delivers records', async () => {
    const topic = 'insisted';
    await createTopic(topic);
    await publish(topic, ['one']);
    let attempts = 0;
    const one = await consume(topic, {
      onMissed: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('The database is away');
      },
    });
    await one.settled();
    expect(one.reported).toEqual([topic, topic]);
    expect(one.handled).toEqual(['one']);
    expect(one.consumer.broken()).toBeNull();
  }, 120_000);

  test('reports once that records were dropped from a partition without an offset', async () => {
    const topic = 'partly';
    await createTopic(topic, 2);
    const [here, there] = await findKeys();

    const first = await consume(topic);
    await publish(topic, ['one'], here);
    await until('it is handled', () => first.handled.includes('one'));
    await first.settled();
    await first.consumer.stop();
    await publish(topic, ['dropped'], there);
    await drop(topic, 1, 1);

    const second = await consume(topic);
    await until('it is reported', () => second.reported.length > 0, 30_000);
    expect(second.reported).toEqual([topic]);
    const position = async () => {
      const [found] = await admin.fetchOffsets({ groupId: topic, topics: [topic] });
      return found?.partitions.find(({ partition }) => partition === 1)?.offset;
    };
    await until('it is committed', async () => (await position()) === '1');
    await second.consumer.stop();

    const third = await consume(topic);
    await publish(topic, ['three'], there);
    await until('it receives', () => third.handled.includes('three'));
    expect([second, third].map(({ handled }) => handled)).toEqual([[], ['three']]);
    expect(third.reported).toEqual([]);
  }, 120_000);

  test('does not report records dropped before a new group existed, even after its restart', async () => {
    const topic = 'before';
    await createTopic(topic, 2);
    const [here, there] = await findKeys();
    await publish(topic, ['dropped'], there);
    await drop(topic, 1, 1);
    const first = await consume(topic);
    await publish(topic, ['one'], here);
    await until('it receives', () => first.handled.includes('one'));
    await first.settled();
    await first.consumer.stop();
    expect(first.reported).toEqual([topic]);

    const second = await consume(topic);
    await publish(topic, ['two'], there);
    await until('it receives', () => second.handled.includes('two'));
    expect(second.reported).toEqual([]);
  }, 120_000);

  /** Deletes the topic with its records; the new one has the same name. */
  const recreate = async (topic: string) => {
    await admin.deleteTopics({ topics: [topic] });
    await until('it is deleted', async () => !(await admin.listTopics()).includes(topic));
    await createTopic(topic);
  };

  test('a running consumer receives every record of a recreated topic that is still shorter than its offset', async () => {
    const topic = 'recreated';
    await createTopic(topic);
    await publish(topic, ['one', 'two']);
    const { reported, handled, settled } = await consume(topic);
    await settled();
    await recreate(topic);
    await publish(topic, ['three']);
    await until('the first is handled', () => handled.includes('three'), 60_000);
    await publish(topic, ['four', 'five']);
    await until('all are handled', () => handled.length >= 5, 60_000);
    await settled();
    expect(handled).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(reported).toEqual([topic, topic]);
  }, 120_000);

  test('a group receives every record of a recreated topic that has grown beyond its offset', async () => {
    const topic = 'outgrown';
    await createTopic(topic);
    await publish(topic, ['one', 'two']);
    const first = await consume(topic);
    await first.settled();
    await first.consumer.stop();
    const [committed] = await admin.fetchOffsets({ groupId: topic, topics: [topic] });
    const { offset = '', metadata } = committed?.partitions[0] ?? {};
    expect(offset).toBe('2');
    await recreate(topic);
    const values = ['three', 'four', 'five'];
    await publish(topic, values);
    // Kafka drops the offsets with the topic, but a member may commit an old one afterwards.
    const member = new Kafka({ brokers: [server.brokers], logLevel: logLevel.NOTHING }).consumer({ groupId: topic });
    await member.connect();
    await member.subscribe({ topics: [topic] });
    const joined = new Promise((resolve) => member.on(member.events.FETCH_START, resolve));
    await member.run({ autoCommit: false, eachMessage: async () => undefined });
    await joined;
    await member.commitOffsets([{ topic, partition: 0, offset, metadata: metadata ?? null }]);
    await member.disconnect();

    const second = await consume(topic);
    await until('all are handled', () => second.handled.length >= values.length, 60_000);
    expect(second.handled).toEqual(values);
    expect(second.reported).toEqual([topic]);
  }, 120_000);

  test('reports a recreated topic that has grown beyond what a publisher knows as lost', async () => {
    const topic = 'published';
    await createTopic(topic);
    const positions = new Map<string, string>();
    const records = ['one', 'two'].map((value) => ({ topic, key: 'a', value }));
    expect(await bus.publish(records, positions)).toEqual([undefined, undefined]);
    expect(await bus.lost(positions)).toBeNull();
    await recreate(topic);
    expect(await bus.lost(positions)).not.toBeNull();
    await publish(topic, ['three', 'four', 'five']);
    expect(await bus.lost(positions)).not.toBeNull();
  });
});
