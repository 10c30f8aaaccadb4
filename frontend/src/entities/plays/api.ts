import type { CallAnswer, CallInput, journalCalls, playthroughCalls } from '@nightshelf/contracts';
import type { ApiRequest } from '../../lib/api-client.ts';
import { keptTag, type MaybeKept, serverApi } from '../server/api.ts';

type Journal = typeof journalCalls;
type Ways = typeof playthroughCalls;

/** Which sessions are wanted, and how many of them at a time. */
export type SessionsWanted = Pick<CallInput<Journal['listPlaySessions']>['query'], 'entry_id' | 'month' | 'limit'>;

export type PlaythroughFields = CallInput<Ways['addPlaythrough']>['body'];

type PlaythroughChange = { readonly id: string } & CallInput<Ways['changePlaythrough']>['body'];
type Of<Fields> = { readonly entryId: string; readonly fields: Fields };

/** How games were played. After a refusal, too, it is asked for again: something was not as it is shown. */
export const playsApi = serverApi.enhanceEndpoints({ addTagTypes: ['Plays'] }).injectEndpoints({
  endpoints: (build) => ({
    playSessions: build.infiniteQuery<
      CallAnswer<Journal['listPlaySessions']> & MaybeKept,
      SessionsWanted,
      string | undefined
    >({
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg, pageParam: before }): ApiRequest<Journal['listPlaySessions']> => ({
        method: 'GET',
        path: '/api/games/library/sessions',
        query: { ...queryArg, before },
      }),
      providesTags: (answer) => ['Plays', ...keptTag(...(answer?.pages ?? []))],
      extraOptions: { isKept: true },
    }),

    playedDays: build.query<CallAnswer<Journal['listPlayedDays']> & MaybeKept, string>({
      query: (month): ApiRequest<Journal['listPlayedDays']> => ({
        method: 'GET',
        path: '/api/games/library/sessions/days',
        query: { month },
      }),
      providesTags: (answer) => ['Plays', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    playthroughs: build.query<CallAnswer<Ways['listPlaythroughs']> & MaybeKept, string>({
      query: (entry_id): ApiRequest<Ways['listPlaythroughs']> => ({
        method: 'GET',
        path: '/api/games/library/playthroughs',
        query: { entry_id },
      }),
      providesTags: (answer) => ['Plays', ...keptTag(answer)],
      extraOptions: { isKept: true },
    }),

    playFigures: build.query<CallAnswer<Ways['getPlayFigures']>, void>({
      query: (): ApiRequest<Ways['getPlayFigures']> => ({
        method: 'GET',
        path: '/api/games/library/playthroughs/figures',
      }),
      providesTags: ['Plays'],
    }),

    addPlaythrough: build.mutation<CallAnswer<Ways['addPlaythrough']>, Of<PlaythroughFields>>({
      query: ({ entryId, fields }): ApiRequest<Ways['addPlaythrough']> => ({
        method: 'POST',
        path: '/api/games/library/:id/playthroughs',
        params: { id: entryId },
        body: fields,
      }),
      invalidatesTags: ['Plays'],
    }),

    changePlaythrough: build.mutation<CallAnswer<Ways['changePlaythrough']>, PlaythroughChange>({
      query: ({ id, ...body }): ApiRequest<Ways['changePlaythrough']> => ({
        method: 'PUT',
        path: '/api/games/library/playthroughs/:id',
        params: { id },
        body,
      }),
      invalidatesTags: ['Plays'],
    }),

    removePlaythrough: build.mutation<CallAnswer<Ways['removePlaythrough']>, string>({
      query: (id): ApiRequest<Ways['removePlaythrough']> => ({
        method: 'DELETE',
        path: '/api/games/library/playthroughs/:id',
        params: { id },
      }),
      invalidatesTags: ['Plays'],
    }),
  }),
});

export const {
  usePlaySessionsInfiniteQuery,
  usePlayedDaysQuery,
  usePlaythroughsQuery,
  usePlayFiguresQuery,
  useAddPlaythroughMutation,
  useChangePlaythroughMutation,
  useRemovePlaythroughMutation,
} = playsApi;
