import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Admin, Kafka, KafkaMessage } from 'kafkajs';
import type { Delivery } from '../bus.ts';
import { type Connection, disconnect, KafkaUnavailableError, retry } from './client.ts';

/** Maximum records buffered for the reader. */
const readAhead = 200;
/** Crashes to tolerate, because a coordinator that has just started needs a moment. */
const maxCrashes = 5;

export function toDelivery(topic: string, partition: number, message: KafkaMessage): Delivery {
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')]);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: Object.fromEntries(headers),
  };
}

/** Reads everything that the topic holds now, in a temporary consumer group. */
export async function* readTopic(kafka: Kafka, admin: Connection<Admin>, topic: string): AsyncIterable<Delivery> {
  if (!(await admin.useAgain((client) => client.listTopics())).includes(topic)) return;
  const offsets = await admin.useAgain((client) => client.fetchTopicOffsets(topic));
  /** The partitions that are not read to the end. */
  const unread = new Map(
    offsets
      .filter(({ low, high }) => BigInt(high) > BigInt(low))
      .map(({ partition, low, high }) => [partition, { next: BigInt(low), end: BigInt(high) }]),
  );
  if (unread.size === 0) return;
  const groupId = `read-${randomUUID()}`;
  let crashes = 0;
  const restartOnFailure = async () => {
    crashes += 1;
    return crashes < maxCrashes;
  };
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 200,
    allowAutoTopicCreation: false,
    retry: { ...retry, restartOnFailure },
  });
  const records = new PassThrough({ objectMode: true, highWaterMark: readAhead });
  const closed = once(records, 'close').catch(() => undefined);
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) records.destroy(payload.error);
  });
  consumer.on(consumer.events.REQUEST_TIMEOUT, () => {
    records.destroy(new KafkaUnavailableError('Kafka has not responded in time'));
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        const state = unread.get(partition);
        // After a crash kafkajs reads again from the beginning.
        if (!state || BigInt(message.offset) < state.next || records.destroyed || records.writableEnded) return;
        state.next = BigInt(message.offset) + 1n;
        if (!records.write(toDelivery(topic, partition, message))) {
          await Promise.race([once(records, 'drain'), closed]);
        }
        if (state.next >= state.end) unread.delete(partition);
        if (unread.size === 0) records.end();
      },
    });
    yield* records;
  } finally {
    records.destroy();
    await disconnect(consumer);
    await admin.useAgain((client) => client.deleteGroups([groupId])).catch(() => undefined);
  }
}
