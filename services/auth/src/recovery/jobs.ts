import { type Logger, type Work, Worker } from '@nightshelf/platform';
import type { Outbox } from '../mail/outbox.ts';
import { answerResetRequest } from './answer-reset-request.ts';
import { pruneResets } from './prune-resets.ts';

/** How long it takes at most until a request that another replica took is seen, in milliseconds. */
const idleMs = 1000;

const dayMs = 24 * 60 * 60 * 1000;

interface Parts {
  readonly work: Work;
  readonly outbox: Outbox;
  readonly publicOrigin: string;
  readonly logger: Logger;
  /** Called when there may be a mail to send. */
  readonly onAnswered: () => void;
}

/** Answers requests for reset links one after the other. */
export const answerResetRequests = ({ work, outbox, publicOrigin, logger, onAnswered }: Parts) =>
  new Worker({
    name: 'reset-requests',
    idleMs,
    logger,
    step: async () => {
      const answered = await answerResetRequest(work, outbox, publicOrigin);
      if (answered) onAnswered();
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
