import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type * as importCalls from '@nightshelf/contracts/calls/imports.ts';
import type * as steamSyncCalls from '@nightshelf/contracts/calls/steam-sync.ts';
import { serverApi } from '../../entities/server/api.ts';

type Calls = typeof importCalls & typeof steamSyncCalls & Pick<typeof catalogCalls, 'listSteamGames'>;
type Name = keyof Calls;
// biome-ignore lint/suspicious/noConfusingVoidType: RTK calls a hook without an argument for void only
type Input<N extends Name> = object extends CallInput<Calls[N]> ? void : CallInput<Calls[N]>;

interface RowsWanted {
  readonly id: string;
  readonly show: 'all' | 'attention';
  /** Rows per page. */
  readonly limit: number;
}

const path = '/api/games/library/imports';
const steamPath = '/api/games/library/accounts/steam';

export const importsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Imports'] }).injectEndpoints({
  endpoints: (build) => {
    // Method and path are checked against the call in the contract, which also types the argument.
    const requestOf =
      <N extends Name>(method: Calls[N]['method'], path: Calls[N]['path']) =>
      (input: Input<N>) => ({ method, path, ...(input as object) });
    const read = <N extends Name>(method: Calls[N]['method'], path: Calls[N]['path']) =>
      build.query<CallAnswer<Calls[N]>, Input<N>>({ query: requestOf<N>(method, path), providesTags: ['Imports'] });
    const send = <N extends Name>(method: Calls[N]['method'], path: Calls[N]['path']) =>
      build.mutation<CallAnswer<Calls[N]>, Input<N>>({ query: requestOf<N>(method, path) });
    const change = <N extends Name>(method: Calls[N]['method'], path: Calls[N]['path']) =>
      build.mutation<CallAnswer<Calls[N]>, Input<N>>({
        query: requestOf<N>(method, path),
        invalidatesTags: ['Imports'],
      });
    return {
      imports: read<'listImports'>('GET', path),
      oneImport: read<'getImport'>('GET', `${path}/:id`),
      importRows: build.infiniteQuery<CallAnswer<Calls['listImportRows']>, RowsWanted, number | undefined>({
        infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
        query: ({ queryArg: { id, ...query }, pageParam: after }) =>
          requestOf<'listImportRows'>('GET', `${path}/:id/rows`)({ params: { id }, query: { ...query, after } }),
        providesTags: ['Imports'],
        // A refetch requests all loaded pages in sequence: start each visit with the first.
        keepUnusedDataFor: 0,
      }),
      beginImport: change<'beginImport'>('POST', path),
      sendRows: send<'sendImportRows'>('POST', `${path}/:id/rows`),
      sendParts: send<'sendImportParts'>('POST', `${path}/:id/parts`),
      chooseRule: change<'chooseImportRule'>('PUT', `${path}/:id`),
      matchRow: change<'matchImportRow'>('PUT', `${path}/:id/rows/:position`),
      rematchRows: change<'rematchImportRows'>('POST', `${path}/:id/match`),
      addUnmatchedRows: change<'addUnmatchedRows'>('POST', `${path}/:id/own-games`),
      stepImport: change<'stepImport'>('POST', `${path}/:id/step`),
      forgetImport: build.mutation<CallAnswer<Calls['removeImport']>, Input<'removeImport'>>({
        query: requestOf<'removeImport'>('DELETE', `${path}/:id`),
        invalidatesTags: (done) => (done ? ['Imports'] : []),
      }),
      steamGames: send<'listSteamGames'>('GET', '/api/games/steam'),
      steamSync: read<'getSteamSync'>('GET', steamPath),
      synchroniseSteam: change<'synchroniseSteam'>('PUT', steamPath),
      lookAtSteam: change<'lookAtSteam'>('POST', `${steamPath}/look`),
      endSteamSync: change<'endSteamSync'>('DELETE', steamPath),
    };
  },
});
