import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { LoginPayload } from '@nightshelf/contracts/credentials.ts';
import type { Assertion, SecondFactorProof } from '@nightshelf/contracts/factors.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { onSuccess, serverApi } from '../../entities/server/api.ts';
import { signedIn } from '../../entities/session/slice.ts';
import { apiRequest, call } from '../../lib/api-client.ts';
import { leaveFor } from '../../lib/leave-for.ts';

type Calls = typeof authCalls & typeof accountCalls & typeof factorCalls;

export type RegistrationBody = CallInput<Calls['register']>['body'];

interface ProviderChoice {
  readonly provider: string;
  readonly return_to: string;
}

/** Signs the user in even after the form was left, because the account may have just been created. */
const signsIn = onSuccess<unknown, { readonly user: OwnUser }>((dispatch, _, { user }) => dispatch(signedIn(user)));

export const authApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<CallAnswer<Calls['login']>, LoginPayload>({
      query: (body) => apiRequest<Calls['login']>('POST', '/api/auth/login', { body }),
      onQueryStarted: signsIn,
    }),

    /** The body includes the time at which the form was opened. */
    register: build.mutation<CallAnswer<Calls['register']>, RegistrationBody>({
      query: (body) => apiRequest<Calls['register']>('POST', '/api/auth/register', { body }),
      onQueryStarted: signsIn,
    }),

    identityProviders: build.query<CallAnswer<Calls['listIdentityProviders']>, void>({
      query: () => apiRequest<Calls['listIdentityProviders']>('GET', '/api/auth/identity-providers'),
    }),

    /** Stays pending until the visitor returns with the browser's Back button, or fails. */
    signInWithProvider: build.mutation<null, ProviderChoice>({
      query: ({ provider, return_to }) =>
        apiRequest<Calls['beginIdentitySignIn']>('POST', '/api/auth/identity-providers/:provider/sign-in', {
          params: { provider },
          body: { return_to },
        }),
      transformResponse: async ({ authorization_url }: CallAnswer<Calls['beginIdentitySignIn']>) => {
        await leaveFor(authorization_url);
        return null;
      },
    }),
  }),
});

export const getSecondStep = () => call(apiRequest<Calls['getSecondStep']>('GET', '/api/auth/second-factor'));

export const finishSignIn = (body: SecondFactorProof) =>
  call(apiRequest<Calls['finishSignIn']>('POST', '/api/auth/second-factor', { body }));

export const signInWithPasskey = (assertion: Assertion) =>
  call(apiRequest<Calls['signInWithPasskey']>('POST', '/api/auth/passkey-sign-in', { body: { assertion } }));
