import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { serverApi } from '../server/api.ts';

type SuggestGames = typeof catalogCalls.suggestGames;

/** Seconds for which the same text is not requested again. */
const cacheSeconds = 60;

const suggestionsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    suggestedGames: build.query<CallAnswer<SuggestGames>['games'], string>({
      query: (q) => apiRequest<SuggestGames>('GET', '/api/games/suggest', { query: { q, limit: 8 } }),
      transformResponse: ({ games }: CallAnswer<SuggestGames>) => games,
      // Do not retry: the user has typed something else before a second attempt returns.
      extraOptions: { within: 0 },
      keepUnusedDataFor: cacheSeconds,
    }),
  }),
});

export const { useSuggestedGamesQuery } = suggestionsApi;
