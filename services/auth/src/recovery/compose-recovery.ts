import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthSettings } from '../config.ts';
import type { Mail } from '../mail/compose-mail.ts';
import { answerResetRequests, pruneResetsDaily } from './jobs.ts';
import { requestReset } from './request-reset.ts';
import type { ResetParts } from './reset-password.ts';
import { recoveryRoutes } from './routes.ts';

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
