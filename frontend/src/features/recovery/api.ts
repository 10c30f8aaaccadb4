import type { CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { lastIntent } from '../../lib/intent-key.ts';
import { request, requestAsOne } from '../../lib/request.ts';

export type PasswordReset = CallInput<typeof accountCalls.resetPassword>['body'];

export const forgotPassword = (username_or_email: string) =>
  request<typeof accountCalls.forgotPassword>({
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: { username_or_email },
  });

const reset = lastIntent();

/** Sets a new password. The token works once. */
export const resetPassword = (body: PasswordReset) =>
  requestAsOne<typeof accountCalls.resetPassword>({ method: 'POST', path: '/api/auth/reset-password', body }, reset);
