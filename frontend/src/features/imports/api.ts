import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import { serverApi } from '../../entities/server/api.ts';
import { apiRequest } from '../../lib/api-client.ts';

type Calls = typeof importCalls & typeof steamSyncCalls;
type BodyOf<Name extends keyof Calls> = CallInput<Calls[Name]>['body'];

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

/** Tags of the import in the argument, an object with its id or the id itself. */
const itself = (_result: unknown, _error: unknown, arg: OfImport | string) => [
  { type: 'Imports' as const, id: typeof arg === 'string' ? arg : arg.id },
];

export const importsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Imports'] }).injectEndpoints({
  endpoints: (build) => ({
    imports: build.query<CallAnswer<Calls['listImports']>, void>({
      query: () => apiRequest<Calls['listImports']>('GET', path),
      providesTags: ['Imports'],
    }),

    oneImport: build.query<CallAnswer<Calls['getImport']>, string>({
      query: (id) => apiRequest<Calls['getImport']>('GET', `${path}/:id`, { params: { id } }),
      providesTags: itself,
    }),

    importRows: build.query<CallAnswer<Calls['listImportRows']>, Rows>({
      query: ({ id, ...query }) =>
        apiRequest<Calls['listImportRows']>('GET', `${path}/:id/rows`, { params: { id }, query }),
      providesTags: itself,
    }),

    beginImport: build.mutation<CallAnswer<Calls['beginImport']>, BodyOf<'beginImport'>>({
      query: (body) => apiRequest<Calls['beginImport']>('POST', path, { body }),
      invalidatesTags: ['Imports'],
    }),

    sendRows: build.mutation<CallAnswer<Calls['sendImportRows']>, OfImport & BodyOf<'sendImportRows'>>({
      query: ({ id, ...body }) =>
        apiRequest<Calls['sendImportRows']>('POST', `${path}/:id/rows`, { params: { id }, body }),
    }),

    sendParts: build.mutation<CallAnswer<Calls['sendImportParts']>, OfImport & BodyOf<'sendImportParts'>>({
      query: ({ id, ...body }) =>
        apiRequest<Calls['sendImportParts']>('POST', `${path}/:id/parts`, { params: { id }, body }),
    }),

    chooseRule: build.mutation<CallAnswer<Calls['chooseImportRule']>, OfImport & BodyOf<'chooseImportRule'>>({
      query: ({ id, ...body }) => apiRequest<Calls['chooseImportRule']>('PUT', `${path}/:id`, { params: { id }, body }),
      invalidatesTags: itself,
    }),

    matchRow: build.mutation<
      CallAnswer<Calls['matchImportRow']>,
      OfImport & { readonly position: number; readonly body: BodyOf<'matchImportRow'> }
    >({
      query: ({ body, ...params }) =>
        apiRequest<Calls['matchImportRow']>('PUT', `${path}/:id/rows/:position`, { params, body }),
      invalidatesTags: itself,
    }),

    rematchRows: build.mutation<CallAnswer<Calls['rematchImportRows']>, string>({
      query: (id) => apiRequest<Calls['rematchImportRows']>('POST', `${path}/:id/match`, { params: { id } }),
      invalidatesTags: itself,
    }),

    addUnmatchedRows: build.mutation<CallAnswer<Calls['addUnmatchedRows']>, string>({
      query: (id) => apiRequest<Calls['addUnmatchedRows']>('POST', `${path}/:id/own-games`, { params: { id } }),
      invalidatesTags: itself,
    }),

    stepImport: build.mutation<CallAnswer<Calls['stepImport']>, OfImport & BodyOf<'stepImport'>>({
      query: ({ id, ...body }) => apiRequest<Calls['stepImport']>('POST', `${path}/:id/step`, { params: { id }, body }),
      invalidatesTags: (_result, _error, { id }) => ['Imports', { type: 'Imports', id }],
    }),

    forgetImport: build.mutation<CallAnswer<Calls['removeImport']>, string>({
      query: (id) => apiRequest<Calls['removeImport']>('DELETE', `${path}/:id`, { params: { id } }),
      invalidatesTags: (done) => (done ? ['Imports'] : []),
    }),

    steamGames: build.mutation<CallAnswer<typeof catalogCalls.listSteamGames>, string>({
      query: (account) =>
        apiRequest<typeof catalogCalls.listSteamGames>('GET', '/api/games/steam', { query: { account } }),
    }),

    steamSync: build.query<CallAnswer<Calls['getSteamSync']>, void>({
      query: () => apiRequest<Calls['getSteamSync']>('GET', steamPath),
      providesTags: ['Imports'],
    }),

    synchroniseSteam: build.mutation<CallAnswer<Calls['synchroniseSteam']>, BodyOf<'synchroniseSteam'>>({
      query: (body) => apiRequest<Calls['synchroniseSteam']>('PUT', steamPath, { body }),
      invalidatesTags: ['Imports'],
    }),

    lookAtSteam: build.mutation<CallAnswer<Calls['lookAtSteam']>, void>({
      query: () => apiRequest<Calls['lookAtSteam']>('POST', `${steamPath}/look`),
      invalidatesTags: ['Imports'],
    }),

    endSteamSync: build.mutation<CallAnswer<Calls['endSteamSync']>, void>({
      query: () => apiRequest<Calls['endSteamSync']>('DELETE', steamPath),
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
