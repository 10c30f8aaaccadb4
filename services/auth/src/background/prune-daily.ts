import { type Logger, type Work, Worker } from '@nightshelf/platform';
import { pruneActivity } from '../activity/prune.ts';
import { pruneResets } from '../recovery/prune.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets what is kept for a stated time only, at the start and then once a day. */
export const pruneDaily = (work: Work, logger: Logger) =>
  new Worker({
    name: 'prune',
    idleMs: dayMs,
    logger,
    step: async () => {
      await pruneResets(work);
      return pruneActivity(work);
    },
  });
