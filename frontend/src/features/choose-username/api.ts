import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { BeginIntent } from '../../lib/intent-key.ts';
import { request, requestAsOne } from '../../lib/request.ts';

export const getPendingIdentity = () =>
  request<typeof accountCalls.getPendingIdentity>({ method: 'GET', path: '/api/auth/pending-identity' });

export const completeSignIn = (username: string, begin: BeginIntent) =>
  requestAsOne<typeof accountCalls.completeIdentitySignIn>(
    { method: 'POST', path: '/api/auth/pending-identity', body: { username } },
    begin,
  );
