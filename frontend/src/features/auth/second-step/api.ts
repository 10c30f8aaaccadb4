import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Assertion, SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import { call } from '../../../lib/api-client.ts';

type Calls = typeof factorCalls;

export const getSecondStep = () => call<Calls['getSecondStep']>({ method: 'GET', path: '/api/auth/second-factor' });

export const finishSignIn = (body: SecondFactorProof) =>
  call<Calls['finishSignIn']>({ method: 'POST', path: '/api/auth/second-factor', body });

export const signInWithPasskey = (assertion: Assertion) =>
  call<Calls['signInWithPasskey']>({ method: 'POST', path: '/api/auth/passkey-sign-in', body: { assertion } });
