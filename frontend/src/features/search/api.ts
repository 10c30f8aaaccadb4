import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { request } from '../../lib/request.ts';

export const searchLocal = (q: string, limit: number) =>
  request<typeof catalogCalls.searchGames>({
    method: 'GET',
    path: '/api/games/search',
    query: { q, limit },
  });

export const searchExternal = (q: string, limit: number) =>
  request<typeof catalogCalls.searchExternalGames>({
    method: 'GET',
    path: '/api/games/search/external',
    query: { q, limit },
  });

/** Asks the server to store external results. Sends only guids, because the server trusts no other client data. */
export const cacheSearchResults = (results: ReadonlyArray<{ readonly guid: string }>) =>
  request<typeof catalogCalls.cacheSearchResults>({
    method: 'POST',
    path: '/api/games/cache-search-results',
    body: { results: results.map(({ guid }) => ({ guid })) },
  });
