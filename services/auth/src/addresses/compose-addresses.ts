import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { DeferredActivity } from '../activity/deferred-activity.ts';
import type { AuthSettings } from '../config.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { Mail } from '../mail/compose-mail.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import type { Claim } from '../users/claims.ts';
import { AddressMails } from './address-mails.ts';
import { pruneAddressLinksDaily } from './jobs.ts';
import { addressRoutes } from './routes.ts';

interface Given extends Foundation<AuthSettings> {
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly attempts: AttemptLimit;
  readonly deferred: DeferredActivity;
  readonly mail: Mail;
  readonly claims: readonly Claim[];
}

export function composeAddresses({ mail, settings, ...given }: Given) {
  const mails = new AddressMails(mail, settings.PUBLIC_ORIGIN);
  return {
    mails,
    routes: (app: FastifyInstance) => addressRoutes(app, { ...given, mails }),
    jobs: [pruneAddressLinksDaily(given.work, given.logger)],
  };
}
