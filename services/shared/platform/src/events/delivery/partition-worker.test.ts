import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { Delivery } from '../bus.ts';
import { PartitionWorker } from './partition-worker.ts';

const logger = pino({ level: 'silent' });
const delivery = (offset: string): Delivery => ({
  topic: 't',
  partition: 0,
  offset,
  key: 'k',
  value: 'v',
  headers: {},
});

function work(handle: (delivery: Delivery, signal: AbortSignal) => Promise<void>) {
  const acknowledged: string[] = [];
  const acknowledge = async (done: readonly Delivery[]) => void acknowledged.push(...done.map(({ offset }) => offset));
  return { acknowledged, worker: new PartitionWorker({ handle, acknowledge, logger }) };
}

test("aborts the handler's signal when the partition is reassigned", async () => {
  const started = Promise.withResolvers<void>();
  const learned = Promise.withResolvers<string>();
  const { worker } = work(async (_, signal) => {
    started.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    learned.resolve('aborted');
  });
  worker.push([delivery('1')]);
  await started.promise;
  await worker.stop();
  expect(await learned.promise).toBe('aborted');
});

test('acknowledges known records of a backlog together and handles the others in order', async () => {
  const [handled, acknowledged, asked] = [[] as string[], [] as [string, number][], [] as number[]];
  const known = 200;
  const worker = new PartitionWorker({
    handle: async ({ offset }) => void handled.push(offset),
    countKnown: async (waiting) => {
      asked.push(waiting.length);
      return waiting.filter(({ offset }) => Number(offset) < known).length;
    },
    acknowledge: async (done) => void acknowledged.push([done.at(-1)?.offset ?? '', done.length]),
    logger,
  });
  worker.push(Array.from({ length: 240 }, (_, offset) => delivery(String(offset))));
  await vi.waitFor(() => expect(worker.size).toBe(0));
  expect(handled).toEqual(Array.from({ length: 40 }, (_, index) => String(known + index)));
  expect(acknowledged.reduce((sum, [, count]) => sum + count, 0)).toBe(240);
  expect(acknowledged.slice(0, 4)).toEqual([
    ['15', 16],
    ['47', 32],
    ['111', 64],
    ['199', 88],
  ]);
  // The worker asks about new records only occasionally, in small batches.
  expect(asked.slice(4).every((count) => count === 16)).toBe(true);
  await worker.stop();
});
