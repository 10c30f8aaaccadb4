import type { CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { call } from '../../../lib/api-client.ts';

export type Proof = CallInput<typeof factorCalls.stepUp>['body'];

export const stepUp = (body: Proof) =>
  call<typeof factorCalls.stepUp>({ method: 'POST', path: '/api/auth/step-up', body });

export const signInMethods = () =>
  call<typeof accountCalls.listSignInMethods>({ method: 'GET', path: '/api/auth/sign-in-methods' });

/** @returns the address to open; the provider sends the browser back to `return_to` */
export const beginSignIn = async (provider: string, return_to: string) => {
  const { authorization_url } = await call<typeof accountCalls.beginIdentitySignIn>({
    method: 'POST',
    path: '/api/auth/identity-providers/:provider/sign-in',
    params: { provider },
    body: { return_to },
  });
  return authorization_url;
};
