import { type Logger, type Work, Worker } from '@nightshelf/platform';
import type { Mail } from '../mail/compose-mail.ts';
import { answerResetRequest } from './answer-reset-request.ts';
import { pruneResets } from './prune-resets.ts';

/** In milliseconds: the longest that a request waits which another replica has stored. */
const idleMs = 1000;

const dayMs = 24 * 60 * 60 * 1000;

interface Parts {
  readonly work: Work;
  readonly mail: Mail;
  /** Where links lead to. */
  readonly publicOrigin: string;
  readonly logger: Logger;
}

/** Answers the stored requests for reset links, one after the other. */
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

/** Forgets old reset links, at the start and then once a day. */
export const pruneResetsDaily = (work: Work, logger: Logger) =>
  new Worker({
    name: 'prune-resets',
    idleMs: dayMs,
    logger,
    step: async () => {
      await pruneResets(work);
      return false;
    },
  });
