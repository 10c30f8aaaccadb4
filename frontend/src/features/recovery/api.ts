import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { runSaga } from 'redux-saga';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { onSuccess, serverApi } from '../../entities/server/api.ts';
import { askWho } from '../../entities/session/answered.ts';
import { userChanged } from '../../entities/session/slice.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { sessionExpired, sessionMistaken } from '../../lib/request.ts';
import { recoveryTexts as texts } from './texts.ts';

type Calls = typeof accountCalls;

export type ResetOutlook = CallAnswer<Calls['lookAtReset']>;

/** Recovery of an account. Links are mutations, so that no token becomes a cache key. */
export const recoveryApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    forgotPassword: build.mutation<CallAnswer<Calls['forgotPassword']>, string>({
      query: (username_or_email) =>
        apiRequest<Calls['forgotPassword']>('POST', '/api/auth/forgot-password', { body: { username_or_email } }),
    }),

    lookAtReset: build.mutation<ResetOutlook, string>({
      query: (token) => apiRequest<Calls['lookAtReset']>('POST', '/api/auth/reset-password/link', { body: { token } }),
    }),

    resetPassword: build.mutation<null, CallInput<Calls['resetPassword']>['body']>({
      queryFn: async (body, { dispatch, getState }, _options, ask) => {
        const { error } = await ask(apiRequest<Calls['resetPassword']>('POST', '/api/auth/reset-password', { body }));
        if (error) return { error };
        // The server ended all sessions of the user; this browser may belong to another user, who stays signed in.
        const answered = runSaga({ dispatch, getState }, askWho).toPromise();
        await answered.catch(() => dispatch(sessionExpired()));
        dispatch(alertRaised({ tone: 'notice', text: texts.reset.done }));
        return { data: null };
      },
    }),

    verifyEmail: build.mutation<CallAnswer<Calls['verifyEmail']>, string>({
      query: (token) => apiRequest<Calls['verifyEmail']>('POST', '/api/auth/verify-email', { body: { token } }),
      invalidatesTags: ['Activity'],
      onQueryStarted: onSuccess((dispatch, _, { user }) => dispatch(userChanged(user))),
    }),

    undoEmailChange: build.mutation<CallAnswer<Calls['undoEmailChange']>, string>({
      query: (token) =>
        apiRequest<Calls['undoEmailChange']>('POST', '/api/auth/undo-email-change', { body: { token } }),
      // As after a reset, this browser may belong to another user.
      onQueryStarted: onSuccess((dispatch) => dispatch(sessionMistaken())),
    }),
  }),
});
