import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
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
  readonly limit?: number | undefined;
}

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
      query: ({ id, show, after, limit }): ApiRequest<Calls['listImportRows']> => ({
        method: 'GET',
        path: `${path}/:id/rows`,
        params: { id },
        query: { show, ...(after !== undefined && { after }), ...(limit !== undefined && { limit }) },
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
      OfImport & { readonly position: number; readonly body: CallInput<Calls['matchImportRow']>['body'] }
    >({
      query: ({ id, position, body }): ApiRequest<Calls['matchImportRow']> => ({
        method: 'PUT',
        path: `${path}/:id/rows/:position`,
        params: { id, position },
        body,
      }),
      invalidatesTags: (_result, _error, { id }) => [{ type: 'Imports', id }],
    }),

    rematchRows: build.mutation<CallAnswer<Calls['rematchImportRows']>, string>({
      query: (id): ApiRequest<Calls['rematchImportRows']> => ({
        method: 'POST',
        path: `${path}/:id/match`,
        params: { id },
      }),
      invalidatesTags: (_result, _error, id) => [{ type: 'Imports', id }],
    }),

    addUnmatchedRows: build.mutation<CallAnswer<Calls['addUnmatchedRows']>, string>({
      query: (id): ApiRequest<Calls['addUnmatchedRows']> => ({
        method: 'POST',
        path: `${path}/:id/own-games`,
        params: { id },
      }),
      invalidatesTags: (_result, _error, id) => [{ type: 'Imports', id }],
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
  }),
});

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
  useAddUnmatchedRowsMutation,
  useStepImportMutation,
  useForgetImportMutation,
  useSteamGamesMutation,
  useSteamSyncQuery,
  useSynchroniseSteamMutation,
  useLookAtSteamMutation,
  useEndSteamSyncMutation,
} = importsApi;
