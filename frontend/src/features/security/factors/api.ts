import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Attestation } from '@nightshelf/contracts/factors.ts';
import { serverApi, withNotice } from '../../../entities/server/api.ts';
import { apiRequest } from '../../../lib/api-client.ts';
import { isUnjudged } from '../../../lib/api-errors.ts';
import { factorTexts as texts } from './texts.ts';

type Calls = typeof factorCalls;

interface NamedPasskey {
  readonly id: string;
  readonly name: string;
}

/** A refusal invalidates too, because the factor may have been removed elsewhere. */
const changed = (done: unknown, error: unknown) =>
  done || !isUnjudged(error) ? (['Factors', 'Activity'] as const) : [];

const factorsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    factors: build.query<CallAnswer<Calls['listSecondFactors']>, void>({
      query: () => apiRequest<Calls['listSecondFactors']>('GET', '/api/auth/second-factors'),
      providesTags: ['Factors'],
    }),

    beginPasskey: build.mutation<CallAnswer<Calls['beginPasskey']>, void>({
      query: () => apiRequest<Calls['beginPasskey']>('POST', '/api/auth/passkeys/options'),
    }),

    addPasskey: build.mutation<CallAnswer<Calls['addPasskey']>, { name: string; credential: Attestation }>({
      query: (body) => apiRequest<Calls['addPasskey']>('POST', '/api/auth/passkeys', { body }),
      invalidatesTags: changed,
      onQueryStarted: withNotice(({ name }) => texts.passkeys.added(name)),
    }),

    renamePasskey: build.mutation<CallAnswer<Calls['renamePasskey']>, NamedPasskey>({
      query: ({ id, name }) =>
        apiRequest<Calls['renamePasskey']>('PATCH', '/api/auth/passkeys/:id', { params: { id }, body: { name } }),
      invalidatesTags: changed,
    }),

    removePasskey: build.mutation<CallAnswer<Calls['removePasskey']>, NamedPasskey>({
      query: ({ id }) => apiRequest<Calls['removePasskey']>('DELETE', '/api/auth/passkeys/:id', { params: { id } }),
      invalidatesTags: changed,
      onQueryStarted: withNotice(({ name }) => texts.passkeys.removed(name)),
    }),

    beginTotp: build.mutation<CallAnswer<Calls['beginTotp']>, void>({
      query: () => apiRequest<Calls['beginTotp']>('POST', '/api/auth/totp'),
    }),

    confirmTotp: build.mutation<CallAnswer<Calls['confirmTotp']>, string>({
      query: (code) => apiRequest<Calls['confirmTotp']>('POST', '/api/auth/totp/confirm', { body: { code } }),
      invalidatesTags: changed,
      onQueryStarted: withNotice(() => texts.totp.added),
    }),

    removeTotp: build.mutation<CallAnswer<Calls['removeTotp']>, void>({
      query: () => apiRequest<Calls['removeTotp']>('DELETE', '/api/auth/totp'),
      invalidatesTags: changed,
      onQueryStarted: withNotice(() => texts.totp.removed),
    }),

    makeRecoveryCodes: build.mutation<CallAnswer<Calls['makeRecoveryCodes']>, void>({
      query: () => apiRequest<Calls['makeRecoveryCodes']>('POST', '/api/auth/recovery-codes'),
      invalidatesTags: changed,
    }),
  }),
});

export const {
  useFactorsQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useMakeRecoveryCodesMutation,
} = factorsApi;
