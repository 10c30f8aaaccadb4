import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { lookAtReset } from './look-at-reset.ts';
import { requestReset } from './request-reset.ts';
import { type ResetParts, resetPassword } from './reset-password.ts';

interface Parts extends ResetParts {
  /** Called after a request is stored. */
  readonly onRequested: () => void;
}

export function recoveryRoutes(app: FastifyInstance, { onRequested, ...parts }: Parts): void {
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
