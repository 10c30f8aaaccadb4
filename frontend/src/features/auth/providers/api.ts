import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { request } from '../../../lib/request.ts';

export const listProviders = () =>
  request<typeof accountCalls.listIdentityProviders>({ method: 'GET', path: '/api/auth/identity-providers' });

export const beginSignIn = (provider: string, return_to: string) =>
  request<typeof accountCalls.beginIdentitySignIn>({
    method: 'POST',
    path: '/api/auth/identity-providers/:provider/sign-in',
    params: { provider },
    body: { return_to },
  });
