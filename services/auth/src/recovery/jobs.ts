import type { Work } from '@nightshelf/platform/database/work.ts';
import { daily } from '@nightshelf/platform/jobs/daily.ts';
import { Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Mail } from '../mail/compose-mail.ts';
import { answerResetRequest } from './answer-reset-request.ts';

/** In milliseconds. The longest wait for a request that another replica stored. */
const idleMs = 1000;

interface Parts {
  readonly work: Work;
  readonly mail: Mail;
  /** The base URL of links. */
  readonly publicOrigin: string;
  readonly logger: Logger;
}

/** Processes the stored reset requests one at a time. */
export const answerResetRequests = ({ work, mail, publicOrigin, logger }: Parts) =>
  new Worker({
    name: 'reset-requests',
    idleMs,
    logger,
    step: async () => {
      const answered = await answerResetRequest(work, mail.queue, publicOrigin);
      if (answered) mail.wake();
      return answered;
    },
  });

/** Deletes reset links that have expired and no longer count towards the hourly limit. */
export const pruneResetsDaily = (work: Work, logger: Logger) =>
  daily('prune-resets', logger, () =>
    work.transaction(({ em }) => em.execute(`delete from password_resets where created_at < now() - interval '1 day'`)),
  );
