import type { CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import type * as journalCalls from '@nightshelf/contracts/calls/journal.ts';
import type * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { keptTag, type MaybeKept, serverApi } from '../server/api.ts';

type Journal = typeof journalCalls;
type Ways = typeof playthroughCalls;

export type SessionsWanted = Pick<
  NonNullable<CallInput<Journal['listPlaySessions']>['query']>,
  'entry_id' | 'month' | 'limit'
>;

export const playsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Plays'] }).injectEndpoints({
  endpoints: (build) => ({
    playSessions: build.infiniteQuery<
      CallAnswer<Journal['listPlaySessions']> & MaybeKept,
      SessionsWanted,
      string | undefined
    >({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam: before }) =>
        apiRequest<Journal['listPlaySessions']>('GET', '/api/games/library/sessions', {
          query: { ...queryArg, before },
        }),
      providesTags: (answer) => ['Plays', ...keptTag(...(answer?.pages ?? []))],
      extraOptions: { isKept: true },
    }),

    playedDays: build.query<CallAnswer<Journal['listPlayedDays']> & MaybeKept, string>({
      query: (month) =>
        apiRequest<Journal['listPlayedDays']>('GET', '/api/games/library/sessions/days', { query: { month } }),
      providesTags: (answer) => ['Plays', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    playthroughs: build.query<CallAnswer<Ways['listPlaythroughs']> & MaybeKept, string>({
      query: (entry_id) =>
        apiRequest<Ways['listPlaythroughs']>('GET', '/api/games/library/playthroughs', { query: { entry_id } }),
      providesTags: (answer) => ['Plays', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    playFigures: build.query<CallAnswer<Ways['getPlayFigures']>, void>({
      query: () => apiRequest<Ways['getPlayFigures']>('GET', '/api/games/library/playthroughs/figures', {}),
      providesTags: ['Plays'],
    }),
  }),
});

export const { usePlaySessionsInfiniteQuery, usePlayedDaysQuery, usePlaythroughsQuery, usePlayFiguresQuery } = playsApi;
