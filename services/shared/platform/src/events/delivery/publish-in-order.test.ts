import { expect, test } from 'vitest';
import type { BusRecord, PublishOutcome } from '../bus.ts';
import { publishInOrder, RecordHeldBackError, RecordRefusedError } from './publish-in-order.ts';

const record = (key: string, value = 'v', topic = 't'): BusRecord => ({ topic, key, value });

/** Records its calls; fails for the values that `refuse` names. */
function recorder(refuse: (record: BusRecord) => PublishOutcome = () => undefined) {
  const chunks: (readonly BusRecord[])[] = [];
  return {
    chunks,
    send: async (chunk: readonly BusRecord[]) => {
      chunks.push(chunk);
      return chunk.map(refuse);
    },
  };
}

test('splits large records into requests of limited size', async () => {
  const { chunks, send } = recorder();
  await publishInOrder([record('a', 'x'.repeat(400_000)), record('b', 'x'.repeat(400_000)), record('c')], send);
  expect(chunks.map((chunk) => chunk.map(({ key }) => key))).toEqual([['a'], ['b', 'c']]);
});

test('leaves a key that failed in one request out of the next', async () => {
  const refusal = new RecordRefusedError('no');
  const { chunks, send } = recorder(({ value }) => (value === 'bad' ? refusal : undefined));
  const filler = Array.from({ length: 499 }, (_, index) => record(`filler-${index}`));
  const outcomes = await publishInOrder([record('a', 'bad'), ...filler, record('a'), record('b')], send);
  expect(outcomes[0]).toBe(refusal);
  expect(outcomes[500]).toBeInstanceOf(RecordHeldBackError);
  expect(outcomes[501]).toBeUndefined();
  expect(chunks[1]?.map(({ key }) => key)).toEqual(['b']);
});

test('returns a fault of the bus as the outcome of all unsent records', async () => {
  const fault = new Error('away');
  let requests = 0;
  const send = async (chunk: readonly BusRecord[]) => {
    requests += 1;
    if (requests === 2) throw fault;
    return chunk.map(() => undefined);
  };
  const records = Array.from({ length: 1200 }, (_, index) => record(String(index)));
  const outcomes = await publishInOrder(records, send);
  expect(outcomes.slice(0, 500)).toEqual(records.slice(0, 500).map(() => undefined));
  expect(new Set(outcomes.slice(500))).toEqual(new Set([fault]));
  expect(requests).toBe(2);
});
