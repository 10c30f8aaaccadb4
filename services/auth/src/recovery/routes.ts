import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { daily, Worker } from '@nightshelf/platform/jobs/worker.ts';
import type { Logger } from '@nightshelf/platform/logging/logger.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthSettings } from '../config.ts';
import type { Mail } from '../mail/send-mail.ts';
import { answerResetRequest, requestReset } from './request-reset.ts';
import { lookAtReset, type ResetParts, resetPassword } from './reset-password.ts';

interface Given extends Foundation<AuthSettings>, ResetParts {
  readonly mail: Mail;
}

export function composeRecovery({ mail, settings, ...given }: Given) {
  const { work, logger } = given;
  const answering = answerResetRequests({ work, mail, publicOrigin: settings.PUBLIC_ORIGIN, logger });
  return {
    routes: (app: FastifyInstance) => recoveryRoutes(app, { ...given, onRequested: () => answering.wake() }),
    jobs: [answering, pruneResetsDaily(work, logger)],
    /** Mails the owner of an address a link when someone registers with it. Never rejects. */
    onTakenAddress: (email: string, client: Client) =>
      requestReset(work, email, client, 'registered')
        .then(() => answering.wake())
        .catch((error: unknown) => logger.warn({ err: error }, 'The owner of an address could not be told')),
  };
}

/** In milliseconds. The longest wait for a request that another replica stored. */
const idleMs = 1000;

interface JobParts {
  readonly work: Work;
  readonly mail: Mail;
  /** The base URL of links. */
  readonly publicOrigin: string;
  readonly logger: Logger;
}

/** Processes the stored reset requests one at a time. */
const answerResetRequests = ({ work, mail, publicOrigin, logger }: JobParts) =>
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
const pruneResetsDaily = (work: Work, logger: Logger) =>
  daily('prune-resets', logger, () =>
    work.transaction(({ em }) => em.execute(`delete from password_resets where created_at < now() - interval '1 day'`)),
  );

interface Parts extends ResetParts {
  /** Called after a request is stored. */
  readonly onRequested: () => void;
}

function recoveryRoutes(app: FastifyInstance, { onRequested, ...parts }: Parts): void {
  route(app, accountCalls.forgotPassword, async ({ body, intent, request }) => {
    await requestReset(parts.work.for(intent), body.username_or_email, clientOf(request));
    onRequested();
    const message = 'If the account exists, we sent a reset link to its email address.';
    return { success: true, message };
  });

  route(app, accountCalls.lookAtReset, async ({ body, intent }) => {
    const { work, linked } = parts;
    const outlook = await work.for(intent).noted(() => lookAtReset(work.query(), linked.listOf, body.token));
    return { success: true, message: 'The link is valid.', ...outlook };
  });

  route(app, accountCalls.resetPassword, async ({ body, intent, request }) => {
    await parts.sessions.checkAvailable();
    await resetPassword(parts.work.for(intent), parts, { ...body, client: clientOf(request) });
    return { success: true, message: 'Your password was set. Please sign in with it.' };
  });
}
