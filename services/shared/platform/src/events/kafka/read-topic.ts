import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Admin, Kafka } from 'kafkajs';
import type { Delivery } from '../bus.ts';
import { type Connection, disconnectBounded } from './connection.ts';
import { retry } from './kafka-client.ts';
import { toDelivery } from './message.ts';

/** Maximum records buffered for the reader. */
const readAhead = 200;
/** Crashes to tolerate, because a coordinator that has just started needs a moment. */
const mostCrashes = 5;

/** Reads everything that the topic holds now, in a temporary consumer group. */
export async function* readTopic(kafka: Kafka, admin: Connection<Admin>, topic: string): AsyncIterable<Delivery> {
  if (!(await admin.useAgain((client) => client.listTopics())).includes(topic)) return;
  const ends = new Map<number, bigint>();
  for (const { partition, low, high } of await admin.useAgain((client) => client.fetchTopicOffsets(topic))) {
    if (BigInt(high) > BigInt(low)) ends.set(partition, BigInt(high));
  }
  if (ends.size === 0) return;
  const groupId = `read-${randomUUID()}`;
  let crashes = 0;
  const restartOnFailure = async () => {
    crashes += 1;
    return crashes < mostCrashes;
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
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => {
        const end = ends.get(partition);
        if (end === undefined || records.destroyed || records.writableEnded) return;
        if (BigInt(message.offset) < end && !records.write(toDelivery(topic, partition, message))) {
          await Promise.race([once(records, 'drain'), closed]);
        }
        if (BigInt(message.offset) + 1n >= end) ends.delete(partition);
        if (ends.size === 0) records.end();
      },
    });
    yield* records;
  } finally {
    records.destroy();
    await disconnectBounded(consumer);
    await admin.useAgain((client) => client.deleteGroups([groupId])).catch(() => undefined);
  }
}
