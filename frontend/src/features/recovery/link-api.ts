import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { onceDone, serverApi } from '../../entities/server/api.ts';
import { userChanged } from '../../entities/session/slice.ts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { sessionMistaken } from '../../lib/request.ts';

type Calls = typeof accountCalls;

export type ResetOutlook = CallAnswer<Calls['lookAtReset']>;

/** Endpoints for links in emails. Mutations, so that no token becomes a cache key. */
const linkApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    lookAtReset: build.mutation<ResetOutlook, string>({
      query: (token): ApiRequest<Calls['lookAtReset']> => ({
        method: 'POST',
        path: '/api/auth/reset-password/link',
        body: { token },
      }),
    }),

    verifyEmail: build.mutation<CallAnswer<Calls['verifyEmail']>, string>({
      query: (token): ApiRequest<Calls['verifyEmail']> => ({
        method: 'POST',
        path: '/api/auth/verify-email',
        body: { token },
      }),
      invalidatesTags: ['Activity'],
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ user }) => dispatch(userChanged(user))),
    }),

    undoEmailChange: build.mutation<CallAnswer<Calls['undoEmailChange']>, string>({
      query: (token): ApiRequest<Calls['undoEmailChange']> => ({
        method: 'POST',
        path: '/api/auth/undo-email-change',
        body: { token },
      }),
      // The server ended all sessions of the user; this browser may belong to another user, who stays signed in.
      onQueryStarted: (_, { dispatch, queryFulfilled }) => onceDone(queryFulfilled, () => dispatch(sessionMistaken())),
    }),
  }),
});

export const { useLookAtResetMutation, useVerifyEmailMutation, useUndoEmailChangeMutation } = linkApi;
