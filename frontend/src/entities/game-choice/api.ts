import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { apiRequest } from '../../lib/api-client.ts';
import { serverApi } from '../server/api.ts';

type Search = typeof catalogCalls.searchExternalGames;
type Cache = typeof catalogCalls.cacheSearchResults;

export interface ChoosableGame {
  readonly guid: string;
  readonly name: string;
  readonly image_url: string | null;
  readonly year?: number | null;
  readonly original_release_date?: string | null;
  readonly partial_release_date?: string | null | undefined;
}

const gameChoiceApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    /** Searches the providers; the catalog stores their results. */
    gamesNamed: build.mutation<readonly ChoosableGame[], string>({
      queryFn: async (q, _api, _options, ask) => {
        const search = apiRequest<Search>('GET', '/api/games/search/external', { query: { q, limit: 10 } });
        const found = await ask(search);
        if (found.error) return { error: found.error };
        const { results } = found.data as CallAnswer<Search>;
        if (results.length === 0) return { data: [] };
        const cache = apiRequest<Cache>('POST', '/api/games/cache-search-results', {
          body: { results: results.map(({ guid }) => ({ guid })) },
        });
        const stored = await ask(cache);
        if (stored.error) return { error: stored.error };
        // The response lacks games of the offline catalog, which are already stored.
        const copies = new Map((stored.data as CallAnswer<Cache>).games.map((game) => [game.guid, game]));
        return { data: results.map((game) => copies.get(game.guid) ?? game) };
      },
    }),
  }),
});

export const { useGamesNamedMutation } = gameChoiceApi;
