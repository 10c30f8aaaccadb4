import type { catalogCalls } from '@nightshelf/contracts';
import { request } from '../../lib/request.ts';
import { longestAnswer } from './query.ts';

const externalLimit = 20;

export const searchLocal = (q: string) =>
  request<typeof catalogCalls.searchGames>({
    method: 'GET',
    path: '/api/games/search',
    query: { q, limit: longestAnswer },
  });

export const searchExternal = (q: string) =>
  request<typeof catalogCalls.searchExternalGames>({
    method: 'GET',
    path: '/api/games/search/external',
    query: { q, limit: externalLimit },
  });

/** Has the server store what its external search found. Only guids are sent: it trusts nothing else of a client. */
export const cacheSearchResults = (results: ReadonlyArray<{ readonly guid: string }>) =>
  request<typeof catalogCalls.cacheSearchResults>({
    method: 'POST',
    path: '/api/games/cache-search-results',
    body: { results: results.map(({ guid }) => ({ guid })) },
  });
