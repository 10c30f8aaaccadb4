import { expect, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { daily } from './worker.ts';

test('retries a failed daily job within seconds', async () => {
  let tries = 0;
  const done = Promise.withResolvers<void>();
  const job = daily('it', createLogger('test', 'silent'), async () => {
    tries += 1;
    // Simulates a first start, when the database comes up last.
    if (tries < 3) throw new Error('The database is not there yet');
    done.resolve();
  });
  await job.start();
  await done.promise;
  await job.stop();
  expect(tries).toBe(3);
});
