import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { onceDone, serverApi } from '../../../entities/server/api.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { tokenTexts as texts } from './texts.ts';

type Calls = typeof apiTokenCalls;

export type NewToken = CallInput<Calls['createApiToken']>['body'];

export interface MadeToken {
  readonly name: string;
  readonly secret: string;
}

/** API tokens. Only the response to creation contains the secret. */
const tokensApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<CallAnswer<Calls['listApiTokens']>, void>({
      query: (): ApiRequest<Calls['listApiTokens']> => ({ method: 'GET', path: '/api/auth/api-tokens' }),
    }),

    createApiToken: build.mutation<CallAnswer<Calls['createApiToken']>, NewToken>({
      query: (body): ApiRequest<Calls['createApiToken']> => ({ method: 'POST', path: '/api/auth/api-tokens', body }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ token }) => dispatch(changeTokens((tokens) => [token, ...tokens]))),
    }),

    revokeApiToken: build.mutation<null, ApiToken>({
      queryFn: async ({ id }, _api, _options, ask) => {
        const revoke: ApiRequest<Calls['revokeApiToken']> = {
          method: 'DELETE',
          path: '/api/auth/api-tokens/:id',
          params: { id },
        };
        const { error } = await ask(revoke);
        // 404: the token has already been revoked, which is the desired result.
        const gone = error instanceof ApiError && error.status === 404;
        return error && !gone ? { error } : { data: null };
      },
      invalidatesTags: (_, error) => (error ? [] : ['Activity']),
      onQueryStarted: ({ id, name }, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, () => {
          dispatch(changeTokens((tokens) => tokens.filter((token) => token.id !== id)));
          dispatch(alertRaised({ tone: 'notice', text: texts.revoked(name) }));
        }),
    }),
  }),
});

const changeTokens = (change: (tokens: ApiToken[]) => ApiToken[]) =>
  tokensApi.util.updateQueryData('apiTokens', undefined, (list) => {
    list.tokens = change(list.tokens);
  });

export const { useApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } = tokensApi;
