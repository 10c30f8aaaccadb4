import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import type { Claim } from '../users/claims.ts';
import { mailVerification } from './mail-verification.ts';
import { type RequestParts, requestEmailChange } from './request-email-change.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { verifyEmail } from './verify-email.ts';

interface Parts extends RequestParts {
  readonly sessions: BrowserSessions;
  readonly claims: readonly Claim[];
}

export function addressRoutes(app: FastifyInstance, parts: Parts): void {
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
