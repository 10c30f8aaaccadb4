import { setTimeout as pause } from 'node:timers/promises';
import { findKafka } from '@nightshelf/servers';
import { until } from '@nightshelf/testing/until.ts';
import { type Admin, ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { awaitLeaders } from '../src/events/kafka/topics.ts';
import { describeBus } from './bus.conformance.ts';
import { openBus, startOwnKafka, type TestBus } from './fixtures/buses.ts';
import { broker, replace } from './fixtures/kafkajs.ts';

async function administer<Result>(brokers: string, act: (admin: Admin) => Promise<Result>): Promise<Result> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await act(admin);
  } finally {
    await admin.disconnect();
  }
}

/** The topic's own settings by name. */
const settingsOf = (brokers: string, topic: string) =>
  administer(brokers, async (admin) => {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
    });
    const entries = resources[0]?.configEntries ?? [];
    return Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue]));
  });

describe.skipIf(findKafka() === null)('the bus on Kafka', () => {
  describeBus(async () => {
    const server = await startOwnKafka();
    return {
      server,
      address: { name: 'kafka', brokers: [server.brokers] },
      missedWithinMs: 9000,
      retentionOf: async (topic) => Number((await settingsOf(server.brokers, topic))['retention.ms']),
      empty: (topic) =>
        administer(server.brokers, async (admin) => {
          const offsets = await admin.fetchTopicOffsets(topic);
          const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }));
          await admin.deleteTopicRecords({ topic, partitions });
        }),
    };
  });
});

describe.skipIf(findKafka() === null)('Kafka specifics', () => {
  let server: Awaited<ReturnType<typeof startOwnKafka>>;
  let bus: TestBus;
  const smallest = 2000;
  const createTopic = async (topic: string) => {
    const configEntries = [
      { name: 'max.message.bytes', value: String(smallest) },
      { name: 'retention.ms', value: '3600000' },
    ];
    // Set at creation, because later changes take effect only after a while.
    const topics = [{ topic, numPartitions: 2, configEntries }];
    await administer(server.brokers, async (admin) => {
      await admin.createTopics({ topics, waitForLeaders: true });
      await awaitLeaders(admin, topic);
    });
  };

  beforeAll(async () => {
    server = await startOwnKafka();
    bus = openBus({ name: 'kafka', brokers: [server.brokers] });
  });
  afterAll(async () => {
    await bus.close();
    await server.stop();
  });

  test('publishes refused batches except for the refused records and later ones of their keys', async () => {
    await createTopic('picky');
    const published: string[] = [];
    // Several batches, because Kafka may drop records of a later one as duplicates.
    for (let round = 0; round < 10; round += 1) {
      const records = Array.from({ length: 40 }, (_, index) => ({
        topic: 'picky',
        key: `key-${index % 8}`,
        value: index === 19 ? 'x'.repeat(3 * smallest) : `${round} ${index}`,
      }));
      const outcomes = await bus.publish(records);
      expect(outcomes.flatMap((outcome, index) => (outcome ? [[index, outcome.name]] : []))).toEqual([
        [19, 'RecordRefusedError'],
        [27, 'RecordHeldBackError'],
        [35, 'RecordHeldBackError'],
      ]);
      published.push(...records.filter((_, index) => outcomes[index] === undefined).map(({ value }) => value));
    }
    const held = (await bus.read('picky')).map(({ value }) => value);
    expect([...new Set(held)].sort()).toEqual(published.sort());
  });

  test('new topics accept records as soon as they have been ensured', async () => {
    const topics = Array.from({ length: 4 }, (_, index) => `new-${index}`);
    const settings = { partitions: 80, retentionMs: 3_600_000 };
    await bus.ensureTopics(Object.fromEntries(topics.map((topic) => [topic, settings])));
    const records = topics.flatMap((topic) =>
      Array.from({ length: 300 }, (_, index) => ({ topic, key: `key-${index}`, value: 'x' })),
    );
    expect((await bus.publish(records)).filter((outcome) => outcome !== undefined)).toEqual([]);
  });

  test("creates a topic with no fewer replicas than the brokers' default", async () => {
    const alone = await startOwnKafka({ settings: { 'default.replication.factor': '3' } });
    onTestFinished(() => alone.stop());
    const early = openBus({ name: 'kafka', brokers: [alone.brokers] });
    onTestFinished(() => early.close());
    const ensuring = early.ensureTopics({ early: { partitions: 1, retentionMs: 3_600_000 } });
    await expect(ensuring).rejects.toThrow(/replication/i);
    expect(await administer(alone.brokers, (admin) => admin.listTopics())).not.toContain('early');
  });

  test("keeps an operator's topic settings when the retention changes", async () => {
    await createTopic('tuned');
    await bus.ensureTopics({ tuned: { partitions: 2, retentionMs: 7_200_000 } });
    await expect
      .poll(() => settingsOf(server.brokers, 'tuned'), { timeout: 30_000 })
      .toMatchObject({ 'retention.ms': '7200000', 'max.message.bytes': String(smallest) });
  });

  test('a consumer continues after its clock was an hour ahead for a while', async () => {
    const topic = 'ahead';
    await bus.ensureTopics({ [topic]: { partitions: 1, retentionMs: 3_600_000 } });
    const values: string[] = [];
    const handle = async ({ value }: { readonly value: string }) => void values.push(value);
    const consumer = await bus.consume({ group: 'ahead', topics: [topic], handle });
    await until('it receives', () => consumer.check() === null, 20_000);
    const { now } = Date;
    Date.now = () => now() + 3_600_000;
    await bus.publish([{ topic, key: 'a', value: 'ahead' }]);
    await until('it has arrived', () => values.includes('ahead'));
    // Lets the consumer send a heartbeat under the wrong clock.
    await pause(2000);
    Date.now = now;
    // Longer than the session timeout.
    await pause(8000);
    await bus.publish([{ topic, key: 'a', value: 'back' }]);
    const settled = async () => consumer.check() === null && (await consumer.lag())[topic] === 0;
    await until('all is received and acknowledged', async () => values.includes('back') && (await settled()), 30_000);
  }, 90_000);

  test('a consumer that missed its assignment does not continue with the old one', async () => {
    const topic = 'dealt';
    await createTopic(topic);
    const values: string[] = [];
    const handle = async ({ value }: { readonly value: string }) => void values.push(value);
    const [stays, leaves] = await Promise.all(
      ['stays', 'leaves'].map(async () => {
        const member = openBus({ name: 'kafka', brokers: [server.brokers] });
        onTestFinished(() => member.close());
        return member.consume({ group: topic, topics: [topic], handle });
      }),
    );
    const both = () => [stays, leaves].every((one) => one?.check() === null);
    await until('both have their part', both, 30_000);
    // Loses the first response in which the broker assigns partitions.
    let lost = 0;
    replace(broker, 'syncGroup', async (sync, request) => {
      const answer = await sync(request);
      lost += 1;
      if (lost > 1) return answer;
      throw Object.assign(new Error('Request SyncGroup timed out'), { retriable: true });
    });
    await leaves?.stop();
    await until('it was dealt all of it', () => lost > 0, 30_000);
    const sent = Array.from({ length: 20 }, (_, key) => `${key}`);
    await bus.publish(sent.map((value) => ({ topic, key: `key-${value}`, value })));
    await until('all has been handled', () => sent.every((value) => values.includes(value)), 30_000);
    await until('all is acknowledged', async () => (await stays?.lag())?.[topic] === 0, 30_000);
  }, 120_000);
});
