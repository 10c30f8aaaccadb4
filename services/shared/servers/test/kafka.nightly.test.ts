import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Kafka as Client, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { findKafka, javaRunsKafka, kafkaClassPath } from '../src/kafka/find-kafka.ts';
import { brokerProperties } from '../src/kafka/settings.ts';
import { formatStorage, startKafka } from '../src/kafka.ts';

const folder = temporaryFolder();

/** @param retries how often the client retries, with growing delays */
const client = (brokers: string, retries = 5) =>
  new Client({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: { retries } });

async function topicsOf(brokers: string): Promise<string[]> {
  const admin = client(brokers).admin();
  await admin.connect();
  try {
    return await admin.listTopics();
  } finally {
    await admin.disconnect();
  }
}

it.skipIf(findKafka() === null)(
  'keeps topics and messages through kill -9, and creates no topics automatically',
  async () => {
    const kafka = await startKafka({ directory: join(folder, 'kafka'), throwAway: true });
    const admin = client(kafka.brokers).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: 'games', numPartitions: 3 }] });
    await admin.disconnect();
    const producer = client(kafka.brokers).producer({ allowAutoTopicCreation: true });
    await producer.connect();
    await producer.send({ topic: 'games', acks: -1, messages: [{ key: 'a', value: 'kept' }] });
    await producer.disconnect();
    const impatient = client(kafka.brokers, 0).producer({ allowAutoTopicCreation: true });
    await impatient.connect();
    await expect(impatient.send({ topic: 'unknown', messages: [{ value: 'lost' }] })).rejects.toThrow();
    await impatient.disconnect();

    await kafka.kill('SIGKILL');
    await kafka.restart();

    expect(await topicsOf(kafka.brokers)).toContain('games');
    expect(await topicsOf(kafka.brokers)).not.toContain('unknown');
    const reader = client(kafka.brokers).consumer({ groupId: 'readers' });
    await reader.connect();
    await reader.subscribe({ topic: 'games', fromBeginning: true });
    const value = await new Promise((resolve) => {
      void reader.run({ eachMessage: async ({ message }) => resolve(message.value?.toString()) });
    });
    expect(value).toBe('kept');
    await reader.disconnect();
    await kafka.stop();
  },
  240_000,
);

// Random ids begin with a dash in one of 64 cases.
it.skipIf(!javaRunsKafka())('accepts a cluster id that begins like an option', () => {
  const data = join(folder, 'formatted');
  const configuration = join(folder, 'server.properties');
  const [listen, controller] = ['127.0.0.1:1', '127.0.0.1:2'];
  writeFileSync(configuration, brokerProperties({ listen, advertised: listen, controller, data }));
  formatStorage(['-cp', kafkaClassPath()], configuration, '-wY-DpAw_eeFFK1nxrzgPw');
  expect(readFileSync(join(data, 'meta.properties'), 'utf8')).toContain('cluster.id=-wY-DpAw_eeFFK1nxrzgPw');
});
