import type { Logger } from '../logging/logger.ts';
import { Worker } from './worker.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a job that runs at the start and then once a day. */
export const daily = (name: string, logger: Logger, act: () => Promise<unknown>) =>
  new Worker({
    name,
    idleMs: dayMs,
    logger,
    step: async () => {
      await act();
      return false;
    },
  });
