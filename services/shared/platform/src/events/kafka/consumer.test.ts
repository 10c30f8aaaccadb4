import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { Connection } from './client.ts';
import { KafkaConsumer } from './consumer.ts';

const topic = 'topic';

/** Kafka with one partition of three records, of which the group has received two. */
function fakeKafka() {
  const listeners = new Map<string, (event: unknown) => void>();
  const seek = vi.fn();
  const { promise: running, resolve: run } = Promise.withResolvers<(payload: EachBatchPayload) => Promise<void>>();
  const consumer = {
    events: { GROUP_JOIN: 'join', HEARTBEAT: 'heartbeat' },
    on: (event: string, listener: (event: unknown) => void) => listeners.set(event, listener),
    connect: async () => undefined,
    disconnect: async () => undefined,
    subscribe: async () => undefined,
    run: async ({ eachBatch }: { eachBatch: (payload: EachBatchPayload) => Promise<void> }) => run(eachBatch),
    commitOffsets: async () => undefined,
    paused: () => [],
    pause: vi.fn(),
    resume: vi.fn(),
    seek,
  };
  const admin = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    on: () => () => undefined,
    events: {},
    fetchOffsets: async () => [{ topic, partitions: [{ partition: 0, offset: '2', metadata: null }] }],
    fetchTopicOffsets: async () => [{ partition: 0, low: '0', high: '3' }],
  };
  const deliver = async (offsets: readonly number[]) => {
    const messages = offsets.map((offset) => ({
      offset: String(offset),
      value: Buffer.from(`${offset}`),
      timestamp: '1',
    }));
    const resolveOffset = vi.fn();
    const batch = {
      topic,
      partition: 0,
      messages,
      firstOffset: () => String(offsets[0]),
      lastOffset: () => String(offsets.at(-1)),
    };
    const payload = { batch, resolveOffset, isRunning: () => true, isStale: () => false };
    await (await running)(payload as unknown as EachBatchPayload);
    return resolveOffset.mock.calls.length > 0;
  };
  return {
    kafka: () => ({ consumer: () => consumer }) as unknown as Kafka,
    admin: new Connection(() => admin as unknown as Admin),
    join: () => listeners.get('join')?.({ payload: { memberAssignment: { [topic]: [0] } } }),
    deliver,
    seek,
  };
}

test('begins again with the first record of a recreated topic, without seeking the old offset', async () => {
  const { kafka, admin, join, deliver, seek } = fakeKafka();
  const [missed, handled]: [string[], string[]] = [[], []];
  const consumer = new KafkaConsumer({
    kafka,
    admin,
    logger: pino({ level: 'silent' }),
    group: 'g',
    topics: [topic],
    handle: async ({ value }) => void handled.push(value),
    onMissed: (name) => missed.push(name),
  });
  await vi.waitFor(() => expect(consumer.check()).toContain('has not joined'));
  join();
  await vi.waitUntil(() => deliver([2]));
  await vi.waitUntil(() => deliver([0]));
  expect(missed).toEqual([topic]);
  expect(await deliver([1, 2])).toBe(true);
  await vi.waitFor(() => expect(handled).toEqual(['2', '0', '1', '2']));
  expect(seek).not.toHaveBeenCalled();
  await consumer.stop();
});
