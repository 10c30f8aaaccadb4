import type { accountCalls, CallInput } from '@nightshelf/contracts';
import { request } from '../../../lib/request.ts';

export type PasswordChange = CallInput<typeof accountCalls.changePassword>['body'];

export const changePassword = (body: PasswordChange) =>
  request<typeof accountCalls.changePassword>({ method: 'POST', path: '/api/auth/change-password', body });

export const askForLink = (username_or_email: string) =>
  request<typeof accountCalls.forgotPassword>({
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: { username_or_email },
  });
