import type { Work } from '../database/work.ts';
import { Worker } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';
import { pruneKeys } from './keys-table.ts';

const hourMs = 60 * 60 * 1000;

/** Deletes expired idempotency keys at the start and then every hour. */
export const pruneHourly = (work: Work, logger: Logger) =>
  new Worker({
    name: 'prune-idempotency-keys',
    idleMs: hourMs,
    logger,
    step: () => work.transaction(({ em }) => pruneKeys(em)),
  });
