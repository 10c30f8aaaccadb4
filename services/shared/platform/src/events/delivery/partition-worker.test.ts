import { pino } from 'pino';
import { expect, test } from 'vitest';
import { PartitionWorker } from './partition-worker.ts';

test("aborts the handler's signal when the partition is reassigned", async () => {
  const started = Promise.withResolvers<void>();
  const learned = Promise.withResolvers<string>();
  const worker = new PartitionWorker({
    handle: async (_, signal) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      learned.resolve('aborted');
    },
    acknowledge: () => undefined,
    logger: pino({ level: 'silent' }),
  });
  worker.push([{ topic: 't', partition: 0, offset: '1', key: 'k', value: 'v', headers: {} }]);
  await started.promise;
  await worker.stop();
  expect(await learned.promise).toBe('aborted');
});
