import type { accountCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';

export const getPendingIdentity = () =>
  request<typeof accountCalls.getPendingIdentity>({ method: 'GET', path: '/api/auth/pending-identity' });

export const completeSignIn = (username: string) =>
  request<typeof accountCalls.completeIdentitySignIn>({
    method: 'POST',
    path: '/api/auth/pending-identity',
    body: { username },
  });
