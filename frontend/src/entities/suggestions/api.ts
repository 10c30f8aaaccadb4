import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { call } from '../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { serverApi } from '../server/api.ts';

type SuggestGames = typeof catalogCalls.suggestGames;

/** Seconds for which the same text is not requested again. */
const cacheSeconds = 60;

const suggestionsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    suggestedGames: build.query<CallAnswer<SuggestGames>['games'], string>({
      // Do not retry: the user has typed something else before a second attempt returns.
      queryFn: async (q, { signal }) => {
        try {
          const asked = { method: 'GET', path: '/api/games/suggest', query: { q, limit: 8 } } as const;
          const { games } = await call<SuggestGames>(asked, { signal, within: 0 });
          return { data: games };
        } catch (error) {
          return { error: error instanceof ApiError ? error : new NetworkError(error) };
        }
      },
      keepUnusedDataFor: cacheSeconds,
    }),
  }),
});

export const { useSuggestedGamesQuery } = suggestionsApi;
