import { type Logger, type Work, Worker } from '@nightshelf/platform';
import { pruneActivity } from './prune-activity.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Forgets old lines of the audit trail, at the start and then once a day. */
export const pruneActivityDaily = (work: Work, logger: Logger) =>
  new Worker({ name: 'prune-activity', idleMs: dayMs, logger, step: () => pruneActivity(work) });
