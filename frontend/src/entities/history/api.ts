import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as historyCalls from '@nightshelf/contracts/calls/history.ts';
import type { HistoryKeeping, UndoneAction } from '@nightshelf/contracts/entry-history.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { serverApi } from '../server/api.ts';

type Calls = typeof historyCalls;

interface Return extends Readonly<CallInput<Calls['restoreStep']>['body']> {
  readonly id: string;
  readonly step: number;
}

const historyApi = serverApi.enhanceEndpoints({ addTagTypes: ['History', 'Plays'] }).injectEndpoints({
  endpoints: (build) => ({
    entryHistory: build.infiniteQuery<CallAnswer<Calls['listEntryHistory']>, string, number | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: id, pageParam: before }) =>
        apiRequest<Calls['listEntryHistory']>('GET', '/api/games/library/:id/history', {
          params: { id },
          query: { limit: 20, before },
        }),
      providesTags: ['History'],
    }),

    historyState: build.query<CallAnswer<Calls['listHistory']>, void>({
      query: () => apiRequest<Calls['listHistory']>('GET', '/api/games/library/history', { query: { limit: 1 } }),
      providesTags: ['History'],
    }),

    keepHistory: build.mutation<CallAnswer<Calls['keepHistory']>, HistoryKeeping>({
      query: (keep) => apiRequest<Calls['keepHistory']>('PUT', '/api/games/library/history', { body: { keep } }),
      invalidatesTags: ['History'],
    }),

    restoreStep: build.mutation<CallAnswer<Calls['restoreStep']>, Return>({
      query: ({ id, step, ...body }) =>
        apiRequest<Calls['restoreStep']>('POST', '/api/games/library/:id/history/:step/restore', {
          params: { id, step },
          body,
        }),
      // Restoring a game also restores its sessions.
      invalidatesTags: ['History', 'Plays'],
    }),

    vaultActions: build.infiniteQuery<CallAnswer<Calls['listActions']>, void, number | undefined>({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ pageParam: before }) =>
        apiRequest<Calls['listActions']>('GET', '/api/games/library/actions', { query: { limit: 20, before } }),
      providesTags: ['History'],
    }),

    /** Repeats the call until the server, which undoes a large action in parts, has undone all of it. */
    undoAction: build.mutation<Pick<UndoneAction, 'undone' | 'stayed'>, number>({
      async queryFn(step, _api, _options, ask) {
        let [undone, stayed] = [0, 0];
        let after: string | undefined;
        do {
          const request = apiRequest<Calls['undoAction']>('POST', '/api/games/library/actions/:step/undo', {
            params: { step },
            body: { after },
          });
          const { data, error } = await ask(request);
          if (error) return { error };
          const part = data as UndoneAction;
          undone += part.undone;
          stayed += part.stayed;
          after = part.next ?? undefined;
        } while (after !== undefined);
        return { data: { undone, stayed } };
      },
      invalidatesTags: ['History', 'Plays'],
    }),

    vaultAt: build.query<CallAnswer<Calls['readVaultAt']>, string>({
      query: (date) => apiRequest<Calls['readVaultAt']>('GET', '/api/games/library/at', { query: { date } }),
      providesTags: ['History'],
      // Entries hold thousands of games each; cache only the visible one.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useEntryHistoryInfiniteQuery,
  useHistoryStateQuery,
  useKeepHistoryMutation,
  useRestoreStepMutation,
  useUndoActionMutation,
  useVaultActionsInfiniteQuery,
  useVaultAtQuery,
} = historyApi;
