import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import type { Attestation } from '@nightshelf/contracts/factors.ts';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { onceDone, serverApi } from '../../../entities/server/api.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';
import { isUnjudged } from '../../../lib/api-errors.ts';
import { factorTexts as texts } from './texts.ts';

type Calls = typeof factorCalls;

const notice = (text: string) => alertRaised({ tone: 'notice', text });
/** A refusal invalidates too, because the factor may have been removed elsewhere. */
const changed = (done: unknown, error: unknown) =>
  done || !isUnjudged(error) ? (['Factors', 'Activity'] as const) : [];

const factorsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    factors: build.query<CallAnswer<Calls['listSecondFactors']>, void>({
      query: (): ApiRequest<Calls['listSecondFactors']> => ({ method: 'GET', path: '/api/auth/second-factors' }),
      providesTags: ['Factors'],
    }),

    beginPasskey: build.mutation<CallAnswer<Calls['beginPasskey']>, void>({
      query: (): ApiRequest<Calls['beginPasskey']> => ({ method: 'POST', path: '/api/auth/passkeys/options' }),
    }),

    addPasskey: build.mutation<CallAnswer<Calls['addPasskey']>, { name: string; credential: Attestation }>({
      query: (body): ApiRequest<Calls['addPasskey']> => ({ method: 'POST', path: '/api/auth/passkeys', body }),
      invalidatesTags: changed,
      onQueryStarted: ({ name }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(notice(texts.passkeys.added(name)))),
    }),

    renamePasskey: build.mutation<CallAnswer<Calls['renamePasskey']>, { id: string; name: string }>({
      query: ({ id, name }): ApiRequest<Calls['renamePasskey']> => ({
        method: 'PATCH',
        path: '/api/auth/passkeys/:id',
        params: { id },
        body: { name },
      }),
      invalidatesTags: changed,
    }),

    removePasskey: build.mutation<CallAnswer<Calls['removePasskey']>, { id: string; name: string }>({
      query: ({ id }): ApiRequest<Calls['removePasskey']> => ({
        method: 'DELETE',
        path: '/api/auth/passkeys/:id',
        params: { id },
      }),
      invalidatesTags: changed,
      onQueryStarted: ({ name }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(notice(texts.passkeys.removed(name)))),
    }),

    beginTotp: build.mutation<CallAnswer<Calls['beginTotp']>, void>({
      query: (): ApiRequest<Calls['beginTotp']> => ({ method: 'POST', path: '/api/auth/totp' }),
    }),

    confirmTotp: build.mutation<CallAnswer<Calls['confirmTotp']>, string>({
      query: (code): ApiRequest<Calls['confirmTotp']> => ({
        method: 'POST',
        path: '/api/auth/totp/confirm',
        body: { code },
      }),
      invalidatesTags: changed,
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(notice(texts.totp.added))),
    }),

    removeTotp: build.mutation<CallAnswer<Calls['removeTotp']>, void>({
      query: (): ApiRequest<Calls['removeTotp']> => ({ method: 'DELETE', path: '/api/auth/totp' }),
      invalidatesTags: changed,
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => dispatch(notice(texts.totp.removed))),
    }),

    makeRecoveryCodes: build.mutation<CallAnswer<Calls['makeRecoveryCodes']>, void>({
      query: (): ApiRequest<Calls['makeRecoveryCodes']> => ({ method: 'POST', path: '/api/auth/recovery-codes' }),
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
