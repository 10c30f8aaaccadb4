import { randomUUID } from 'node:crypto';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { RecordHeldBackError, RecordRefusedError } from '../../src/events/delivery/publish-in-order.ts';
import { type Harness, partitions, record, settings } from './harness.ts';

export function testPublishing(harness: Harness): void {
  const { open, createTopic, publish, consume } = harness;

  test('a refused record holds back only its own key', async () => {
    const topic = await createTopic();
    const huge = 'x'.repeat(2_000_000);
    const outcomes = await harness.bus.publish([
      record(topic, 'a', 'a1'),
      record(topic, 'b', 'b1'),
      record(topic, 'a', huge),
      record(topic, 'b', 'b2'),
      record(topic, 'a', 'a3'),
    ]);
    expect(outcomes.map((outcome) => outcome?.constructor)).toEqual([
      undefined,
      undefined,
      RecordRefusedError,
      undefined,
      RecordHeldBackError,
    ]);
    const { values } = await consume(topic, 'g');
    await until('the others are there', () => values().length === 3);
    expect(values().sort()).toEqual(['a1', 'b1', 'b2']);
  });

  test('refuses a record for a missing topic, and not the others', async () => {
    const topic = await createTopic();
    const missing = `missing-${randomUUID()}`;
    const outcomes = await harness.bus.publish([
      record(topic, 'a', '1'),
      record(missing, 'a', '2'),
      record(topic, 'a', '3'),
    ]);
    expect(outcomes.map((outcome) => outcome?.constructor)).toEqual([undefined, RecordRefusedError, undefined]);
    const { values } = await consume(topic, 'g');
    await until('the others are there', () => values().includes('3'));
    expect([...new Set(values())]).toEqual(['1', '3']);
  });

  test('a topic keeps its partitions and gets the given retention', async () => {
    const topic = await createTopic();
    // A broker takes a moment to show a setting that it has acknowledged.
    const hasRetention = (wanted: number) =>
      until(`the retention is ${wanted}`, async () => (await harness.target.retentionOf(topic)) === wanted);
    await hasRetention(settings.retentionMs);
    await open().ensureTopics({ [topic]: { partitions: 12, retentionMs: 7_200_000 } });
    await hasRetention(7_200_000);
    const { received } = await consume(topic, 'g');
    await publish(Array.from({ length: 200 }, (_, index) => record(topic, `key-${index}`, 'x')));
    await until('all have arrived', () => received.length === 200);
    expect(new Set(received.map(({ partition }) => partition)).size).toBe(partitions);
  });
}
