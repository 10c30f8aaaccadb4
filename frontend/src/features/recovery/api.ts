import type { accountCalls, CallInput } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export type PasswordReset = CallInput<typeof accountCalls.resetPassword>['body'];

export const forgotPassword = (username_or_email: string) =>
  request<typeof accountCalls.forgotPassword>({
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: { username_or_email },
  });

export const resetPassword = (body: PasswordReset) =>
  request<typeof accountCalls.resetPassword>({ method: 'POST', path: '/api/auth/reset-password', body });
