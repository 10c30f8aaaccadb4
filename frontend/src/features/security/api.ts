import type { LinkedIdentity, SignedInSession } from '@nightshelf/contracts/accounts.ts';
import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Attestation } from '@nightshelf/contracts/factors.ts';
import { serverApi, withNotice } from '../../entities/server/api.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { isUnjudged } from '../../lib/api-errors.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { factorTexts } from './factors/texts.ts';
import { securityTexts as texts } from './texts.ts';
import { tokenTexts } from './tokens/texts.ts';

type Calls = typeof accountCalls & typeof factorCalls & typeof apiTokenCalls;

export type SignInMethods = CallAnswer<Calls['listSignInMethods']>;
export type EmailChange = CallInput<Calls['changeEmail']>['body'];
export type PasswordChange = CallInput<Calls['changePassword']>['body'];
export type NewToken = CallInput<Calls['createApiToken']>['body'];

interface NamedPasskey {
  readonly id: string;
  readonly name: string;
}

interface ProviderLink {
  readonly provider: string;
  readonly password?: string;
}

const pageSize = 10;

type Tag = 'Activity' | 'Methods' | 'Sessions' | 'Tokens';

/** Most changes add a line to the audit trail. */
const unlessRefused =
  (...tags: readonly Tag[]) =>
  (_: unknown, error: unknown) =>
    error ? [] : (['Activity', ...tags] as const);
/** A refusal invalidates too, because the factor may have been removed elsewhere. */
const changedFactors = (done: unknown, error: unknown) =>
  done || !isUnjudged(error) ? (['Factors', 'Activity'] as const) : [];

/** Sign-in methods, sessions, tokens and audit trail. */
export const securityApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    signInMethods: build.query<SignInMethods, void>({
      query: () => apiRequest<Calls['listSignInMethods']>('GET', '/api/auth/sign-in-methods'),
      providesTags: ['Methods'],
    }),

    /** Stays pending until the visitor returns with the browser's Back button, or fails. */
    linkProvider: build.mutation<null, ProviderLink>({
      query: ({ provider, password }) =>
        apiRequest<Calls['beginIdentityLink']>('POST', '/api/auth/identity-providers/:provider/link', {
          params: { provider },
          body: password === undefined ? undefined : { password },
        }),
      transformResponse: async ({ authorization_url }: CallAnswer<Calls['beginIdentityLink']>) => {
        await leaveFor(authorization_url);
        return null;
      },
    }),

    unlink: build.mutation<CallAnswer<Calls['unlinkIdentity']>, LinkedIdentity>({
      query: ({ id }) => apiRequest<Calls['unlinkIdentity']>('DELETE', '/api/auth/identities/:id', { params: { id } }),
      invalidatesTags: unlessRefused('Methods'),
      onQueryStarted: withNotice(({ provider }) => texts.identities.unlinked(provider.name)),
    }),

    changePassword: build.mutation<CallAnswer<Calls['changePassword']>, PasswordChange>({
      query: (body) => apiRequest<Calls['changePassword']>('POST', '/api/auth/change-password', { body }),
      // A new password ends the other sessions and a pending address change; a refusal adds an audit line. After a lost
      // response this session may be over, and a reload would sign the user out before a retry.
      invalidatesTags: (done, error) =>
        done ? ['Activity', 'Methods', 'Sessions'] : isUnjudged(error) ? [] : ['Activity'],
      onQueryStarted: withNotice(() => texts.password.changed),
    }),

    changeEmail: build.mutation<CallAnswer<Calls['changeEmail']>, EmailChange>({
      query: (body) => apiRequest<Calls['changeEmail']>('POST', '/api/auth/email', { body }),
      // A refusal adds an audit line.
      invalidatesTags: (done) => (done ? ['Activity', 'Methods'] : ['Activity']),
      onQueryStarted: withNotice(({ email }) => texts.address.asked(email)),
    }),

    /** Sends the username. The endpoint is the public one for forgotten passwords. */
    askForLink: build.mutation<CallAnswer<Calls['forgotPassword']>, string>({
      query: (username_or_email) =>
        apiRequest<Calls['forgotPassword']>('POST', '/api/auth/forgot-password', { body: { username_or_email } }),
      invalidatesTags: unlessRefused(),
    }),

    sessions: build.query<CallAnswer<Calls['listSessions']>, void>({
      query: () => apiRequest<Calls['listSessions']>('GET', '/api/auth/sessions'),
      providesTags: ['Sessions'],
    }),

    endSession: build.mutation<CallAnswer<Calls['endSession']> | null, SignedInSession>({
      query: ({ id }) => apiRequest<Calls['endSession']>('DELETE', '/api/auth/sessions/:id', { params: { id } }),
      extraOptions: { isDoneWhenGone: true },
      invalidatesTags: unlessRefused('Sessions'),
      onQueryStarted: withNotice(({ device }) => texts.sessions.ended(device)),
    }),

    endOtherSessions: build.mutation<CallAnswer<Calls['endOtherSessions']>, void>({
      query: () => apiRequest<Calls['endOtherSessions']>('DELETE', '/api/auth/sessions'),
      invalidatesTags: unlessRefused('Sessions'),
      onQueryStarted: withNotice((_, { ended_count }) => texts.sessions.othersEnded(ended_count)),
    }),

    factors: build.query<CallAnswer<Calls['listSecondFactors']>, void>({
      query: () => apiRequest<Calls['listSecondFactors']>('GET', '/api/auth/second-factors'),
      providesTags: ['Factors'],
    }),

    beginPasskey: build.mutation<CallAnswer<Calls['beginPasskey']>, void>({
      query: () => apiRequest<Calls['beginPasskey']>('POST', '/api/auth/passkeys/options'),
    }),

    addPasskey: build.mutation<CallAnswer<Calls['addPasskey']>, { name: string; credential: Attestation }>({
      query: (body) => apiRequest<Calls['addPasskey']>('POST', '/api/auth/passkeys', { body }),
      invalidatesTags: changedFactors,
      onQueryStarted: withNotice(({ name }) => factorTexts.passkeys.added(name)),
    }),

    renamePasskey: build.mutation<CallAnswer<Calls['renamePasskey']>, NamedPasskey>({
      query: ({ id, name }) =>
        apiRequest<Calls['renamePasskey']>('PATCH', '/api/auth/passkeys/:id', { params: { id }, body: { name } }),
      invalidatesTags: changedFactors,
    }),

    removePasskey: build.mutation<CallAnswer<Calls['removePasskey']>, NamedPasskey>({
      query: ({ id }) => apiRequest<Calls['removePasskey']>('DELETE', '/api/auth/passkeys/:id', { params: { id } }),
      invalidatesTags: changedFactors,
      onQueryStarted: withNotice(({ name }) => factorTexts.passkeys.removed(name)),
    }),

    beginTotp: build.mutation<CallAnswer<Calls['beginTotp']>, void>({
      query: () => apiRequest<Calls['beginTotp']>('POST', '/api/auth/totp'),
    }),

    confirmTotp: build.mutation<CallAnswer<Calls['confirmTotp']>, string>({
      query: (code) => apiRequest<Calls['confirmTotp']>('POST', '/api/auth/totp/confirm', { body: { code } }),
      invalidatesTags: changedFactors,
      onQueryStarted: withNotice(() => factorTexts.totp.added),
    }),

    removeTotp: build.mutation<CallAnswer<Calls['removeTotp']>, void>({
      query: () => apiRequest<Calls['removeTotp']>('DELETE', '/api/auth/totp'),
      invalidatesTags: changedFactors,
      onQueryStarted: withNotice(() => factorTexts.totp.removed),
    }),

    makeRecoveryCodes: build.mutation<CallAnswer<Calls['makeRecoveryCodes']>, void>({
      query: () => apiRequest<Calls['makeRecoveryCodes']>('POST', '/api/auth/recovery-codes'),
      invalidatesTags: changedFactors,
    }),

    apiTokens: build.query<CallAnswer<Calls['listApiTokens']>, void>({
      query: () => apiRequest<Calls['listApiTokens']>('GET', '/api/auth/api-tokens'),
      providesTags: ['Tokens'],
    }),

    createApiToken: build.mutation<CallAnswer<Calls['createApiToken']>, NewToken>({
      query: (body) => apiRequest<Calls['createApiToken']>('POST', '/api/auth/api-tokens', { body }),
      invalidatesTags: unlessRefused('Tokens'),
    }),

    revokeApiToken: build.mutation<CallAnswer<Calls['revokeApiToken']> | null, ApiToken>({
      query: ({ id }) => apiRequest<Calls['revokeApiToken']>('DELETE', '/api/auth/api-tokens/:id', { params: { id } }),
      extraOptions: { isDoneWhenGone: true },
      invalidatesTags: unlessRefused('Tokens'),
      onQueryStarted: withNotice(({ name }) => tokenTexts.revoked(name)),
    }),

    /** Newest first; the cursor is the last line's id. */
    activity: build.infiniteQuery<CallAnswer<Calls['listActivity']>, void, string | undefined>({
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ activity, has_more }) => (has_more ? activity.at(-1)?.id : undefined),
        // The first page shows new lines; older cached pages would overlap with it.
        refetchCachedPages: false,
      },
      query: ({ pageParam: before }) =>
        apiRequest<Calls['listActivity']>('GET', '/api/auth/activity', { query: { limit: pageSize, before } }),
      providesTags: ['Activity'],
    }),
  }),
});
