import type { CallAnswer, CallInput, catalogCalls, importCalls, steamSyncCalls } from '@nightshelf/contracts';
import { serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';

type Calls = typeof importCalls;
type SyncCalls = typeof steamSyncCalls;
type Step = CallInput<Calls['stepImport']>['body']['step'];

const path = '/api/games/library/imports';
const steamPath = '/api/games/library/accounts/steam';

interface OfImport {
  readonly id: string;
}

interface Rows extends OfImport {
  readonly show: 'all' | 'attention';
  readonly after?: number | undefined;
}

/** Bringing a collection along. */
export const importsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Imports'] }).injectEndpoints({
  endpoints: (build) => ({
    imports: build.query<CallAnswer<Calls['listImports']>, void>({
      query: (): ApiRequest<Calls['listImports']> => ({ method: 'GET', path }),
      providesTags: ['Imports'],
    }),

    oneImport: build.query<CallAnswer<Calls['getImport']>, string>({
      query: (id): ApiRequest<Calls['getImport']> => ({ method: 'GET', path: `${path}/:id`, params: { id } }),
      providesTags: (_result, _error, id) => [{ type: 'Imports', id }],
    }),

    importRows: build.query<CallAnswer<Calls['listImportRows']>, Rows>({
      query: ({ id, show, after }): ApiRequest<Calls['listImportRows']> => ({
        method: 'GET',
        path: `${path}/:id/rows`,
        params: { id },
        query: { show, ...(after === undefined ? {} : { after }) },
      }),
      providesTags: (_result, _error, { id }) => [{ type: 'Imports', id }],
    }),

    beginImport: build.mutation<CallAnswer<Calls['beginImport']>, CallInput<Calls['beginImport']>['body']>({
      query: (body): ApiRequest<Calls['beginImport']> => ({ method: 'POST', path, body }),
      invalidatesTags: ['Imports'],
    }),

    sendRows: build.mutation<
      CallAnswer<Calls['sendImportRows']>,
      OfImport & CallInput<Calls['sendImportRows']>['body']
    >({
      query: ({ id, ...body }): ApiRequest<Calls['sendImportRows']> => ({
        method: 'POST',
        path: `${path}/:id/rows`,
        params: { id },
        body,
      }),
    }),

    sendParts: build.mutation<
      CallAnswer<Calls['sendImportParts']>,
      OfImport & CallInput<Calls['sendImportParts']>['body']
    >({
      query: ({ id, ...body }): ApiRequest<Calls['sendImportParts']> => ({
        method: 'POST',
        path: `${path}/:id/parts`,
        params: { id },
        body,
      }),
    }),

    chooseRule: build.mutation<
      CallAnswer<Calls['chooseImportRule']>,
      OfImport & CallInput<Calls['chooseImportRule']>['body']
    >({
      query: ({ id, ...body }): ApiRequest<Calls['chooseImportRule']> => ({
        method: 'PUT',
        path: `${path}/:id`,
        params: { id },
        body,
      }),
      invalidatesTags: (_result, _error, { id }) => [{ type: 'Imports', id }],
    }),

    matchRow: build.mutation<
      CallAnswer<Calls['matchImportRow']>,
      OfImport & { readonly position: number; readonly guid: string | null }
    >({
      query: ({ id, position, guid }): ApiRequest<Calls['matchImportRow']> => ({
        method: 'PUT',
        path: `${path}/:id/rows/:position`,
        params: { id, position },
        body: { guid },
      }),
      invalidatesTags: (_result, _error, { id }) => [{ type: 'Imports', id }],
    }),

    rematchRows: build.mutation<
      CallAnswer<Calls['rematchImportRows']>,
      OfImport & CallInput<Calls['rematchImportRows']>['body']
    >({
      query: ({ id, ...body }): ApiRequest<Calls['rematchImportRows']> => ({
        method: 'POST',
        path: `${path}/:id/match`,
        params: { id },
        body,
      }),
      invalidatesTags: (answer, _error, { id }) => (answer?.found ? [{ type: 'Imports', id }] : []),
    }),

    stepImport: build.mutation<CallAnswer<Calls['stepImport']>, OfImport & { readonly step: Step }>({
      query: ({ id, step }): ApiRequest<Calls['stepImport']> => ({
        method: 'POST',
        path: `${path}/:id/step`,
        params: { id },
        body: { step },
      }),
      invalidatesTags: (_result, _error, { id }) => ['Imports', { type: 'Imports', id }],
    }),

    forgetImport: build.mutation<CallAnswer<Calls['removeImport']>, string>({
      query: (id): ApiRequest<Calls['removeImport']> => ({ method: 'DELETE', path: `${path}/:id`, params: { id } }),
      invalidatesTags: (done) => (done ? ['Imports'] : []),
    }),

    steamGames: build.mutation<CallAnswer<typeof catalogCalls.listSteamGames>, string>({
      query: (account): ApiRequest<typeof catalogCalls.listSteamGames> => ({
        method: 'GET',
        path: '/api/games/steam',
        query: { account },
      }),
    }),

    steamSync: build.query<CallAnswer<SyncCalls['getSteamSync']>, void>({
      query: (): ApiRequest<SyncCalls['getSteamSync']> => ({ method: 'GET', path: steamPath }),
      providesTags: ['Imports'],
    }),

    synchroniseSteam: build.mutation<
      CallAnswer<SyncCalls['synchroniseSteam']>,
      CallInput<SyncCalls['synchroniseSteam']>['body']
    >({
      query: (body): ApiRequest<SyncCalls['synchroniseSteam']> => ({ method: 'PUT', path: steamPath, body }),
      invalidatesTags: ['Imports'],
    }),

    lookAtSteam: build.mutation<CallAnswer<SyncCalls['lookAtSteam']>, void>({
      query: (): ApiRequest<SyncCalls['lookAtSteam']> => ({ method: 'POST', path: `${steamPath}/look` }),
      invalidatesTags: ['Imports'],
    }),

    endSteamSync: build.mutation<CallAnswer<SyncCalls['endSteamSync']>, void>({
      query: (): ApiRequest<SyncCalls['endSteamSync']> => ({ method: 'DELETE', path: steamPath }),
      invalidatesTags: ['Imports'],
    }),

    /** Stored games, then those of the provider, which are stored by that. */
    gamesNamed: build.mutation<readonly Found[], string>({
      queryFn: async (q, _api, _options, ask) => {
        const asked: ApiRequest<typeof catalogCalls.searchExternalGames> = {
          method: 'GET',
          path: '/api/games/search/external',
          query: { q, limit: 10 },
        };
        const found = await ask(asked);
        if (found.error) return { error: found.error };
        const { results } = found.data as CallAnswer<typeof catalogCalls.searchExternalGames>;
        const kept: ApiRequest<typeof catalogCalls.cacheSearchResults> = {
          method: 'POST',
          path: '/api/games/cache-search-results',
          body: { results: results.map(({ guid }) => ({ guid })) },
        };
        const stored = await ask(kept);
        if (stored.error) return { error: stored.error };
        return { data: (stored.data as CallAnswer<typeof catalogCalls.cacheSearchResults>).games };
      },
    }),

    storedGames: build.query<readonly Found[], string>({
      query: (q): ApiRequest<typeof catalogCalls.suggestGames> => ({
        method: 'GET',
        path: '/api/games/suggest',
        query: { q, limit: 8 },
      }),
      transformResponse: ({ games }: CallAnswer<typeof catalogCalls.suggestGames>) => games,
    }),
  }),
});

/** A game that a row may mean. */
export interface Found {
  readonly guid: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly original_release_date?: string | null;
}

export const {
  useImportsQuery,
  useOneImportQuery,
  useImportRowsQuery,
  useBeginImportMutation,
  useSendPartsMutation,
  useSendRowsMutation,
  useChooseRuleMutation,
  useMatchRowMutation,
  useRematchRowsMutation,
  useStepImportMutation,
  useForgetImportMutation,
  useGamesNamedMutation,
  useSteamGamesMutation,
  useSteamSyncQuery,
  useSynchroniseSteamMutation,
  useLookAtSteamMutation,
  useEndSteamSyncMutation,
  useStoredGamesQuery,
} = importsApi;
