import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { libraryChanged } from '../library/slice.ts';
import { onSuccess, serverApi } from '../server/api.ts';

type Calls = typeof ownGameCalls;

const path = '/api/games/library/own-games';

interface OfGame {
  readonly guid: string;
}

const refreshVault = { onQueryStarted: onSuccess<unknown, unknown>((dispatch) => dispatch(libraryChanged())) };

export const ownGamesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    addOwnGame: build.mutation<CallAnswer<Calls['addOwnGame']>, CallInput<Calls['addOwnGame']>['body']>({
      query: (body) => apiRequest<Calls['addOwnGame']>('POST', path, { body }),
      ...refreshVault,
    }),

    updateOwnGame: build.mutation<
      CallAnswer<Calls['updateOwnGame']>,
      OfGame & CallInput<Calls['updateOwnGame']>['body']
    >({
      query: ({ guid, ...body }) =>
        apiRequest<Calls['updateOwnGame']>('PUT', `${path}/:guid`, { params: { guid }, body }),
      invalidatesTags: (_result, _error, { guid }) => [{ type: 'Game', id: guid }],
      ...refreshVault,
    }),

    setOwnCover: build.mutation<CallAnswer<Calls['setOwnCover']>, OfGame & { readonly image: string }>({
      query: ({ guid, image }) =>
        apiRequest<Calls['setOwnCover']>('PUT', `${path}/:guid/cover`, { params: { guid }, body: { image } }),
      invalidatesTags: (_result, _error, { guid }) => [{ type: 'Game', id: guid }],
      ...refreshVault,
    }),

    removeOwnCover: build.mutation<CallAnswer<Calls['removeOwnCover']>, string>({
      query: (guid) => apiRequest<Calls['removeOwnCover']>('DELETE', `${path}/:guid/cover`, { params: { guid } }),
      invalidatesTags: (_result, _error, guid) => [{ type: 'Game', id: guid }],
      ...refreshVault,
    }),

    mergeOwnGame: build.mutation<CallAnswer<Calls['mergeOwnGame']>, OfGame & { readonly into: string }>({
      query: ({ guid, into }) =>
        apiRequest<Calls['mergeOwnGame']>('POST', `${path}/:guid/merge`, { params: { guid }, body: { into } }),
      ...refreshVault,
    }),

    undoMerge: build.mutation<CallAnswer<Calls['undoMerge']>, string>({
      query: (guid) => apiRequest<Calls['undoMerge']>('DELETE', `${path}/:guid/merge`, { params: { guid } }),
      ...refreshVault,
    }),
  }),
});

export const {
  useAddOwnGameMutation,
  useUpdateOwnGameMutation,
  useSetOwnCoverMutation,
  useRemoveOwnCoverMutation,
  useMergeOwnGameMutation,
} = ownGamesApi;
