import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Foundation } from '@nightshelf/platform/service/service-definition.ts';
import type { FastifyInstance } from 'fastify';
import type { DeferredActivity } from '../activity/compose-activity.ts';
import type { AuthSettings } from '../config.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { Mail } from '../mail/send-mail.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { AttemptLimit } from '../throttling/attempt-limit.ts';
import type { Claim } from '../users/claims.ts';
import { pruneAddressLinksDaily } from './address-links.ts';
import { AddressMails } from './address-mails.ts';
import { type RequestParts, requestEmailChange, undoEmailChange } from './email-change.ts';
import { mailVerification, verifyEmail } from './verify-email.ts';

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

interface Parts extends RequestParts {
  readonly sessions: BrowserSessions;
  readonly claims: readonly Claim[];
}

function addressRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, mails, sessions } = parts;

  route(app, accountCalls.mailVerification, async ({ identity: caller, intent }) => {
    mails.checkAvailable();
    const isAsked = await mailVerification(work.for(intent), mails, caller.userId);
    const message = isAsked ? 'We sent a link to confirm your address.' : 'There is nothing to confirm.';
    return { success: true, message };
  });

  route(app, accountCalls.verifyEmail, async ({ identity: caller, body, intent, request }) => {
    const verification = { caller, token: body.token, client: clientOf(request) };
    const user = await verifyEmail(work.for(intent), verification);
    return { success: true, message: 'Your address is confirmed.', user };
  });

  route(app, accountCalls.changeEmail, async ({ identity: caller, body, intent, request }) => {
    mails.checkAvailable();
    const { email, current_password: password } = body;
    await requestEmailChange(work.for(intent), parts, { caller, email, password, client: clientOf(request) });
    const message = `We sent a link to ${email}. Open it to confirm the address.`;
    return { success: true, message };
  });

  route(app, accountCalls.undoEmailChange, async ({ body, intent, request }) => {
    await sessions.checkAvailable();
    const undoing = { token: body.token, client: clientOf(request) };
    const email = await undoEmailChange(work.for(intent), parts, undoing);
    return { success: true, message: `The address stays ${email}. All sessions have ended.`, email };
  });
}
