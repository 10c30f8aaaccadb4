import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { onSuccess, serverApi } from '../../../entities/server/api.ts';
import { apiRequest } from '../../../lib/api-client.ts';
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
      query: () => apiRequest<Calls['listApiTokens']>('GET', '/api/auth/api-tokens'),
    }),

    createApiToken: build.mutation<CallAnswer<Calls['createApiToken']>, NewToken>({
      query: (body) => apiRequest<Calls['createApiToken']>('POST', '/api/auth/api-tokens', { body }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: onSuccess((dispatch, _, { token }) => dispatch(changeTokens((tokens) => [token, ...tokens]))),
    }),

    revokeApiToken: build.mutation<CallAnswer<Calls['revokeApiToken']> | null, ApiToken>({
      query: ({ id }) => apiRequest<Calls['revokeApiToken']>('DELETE', '/api/auth/api-tokens/:id', { params: { id } }),
      extraOptions: { isDoneWhenGone: true },
      invalidatesTags: (_, error) => (error ? [] : ['Activity']),
      onQueryStarted: onSuccess((dispatch, { id, name }) => {
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
