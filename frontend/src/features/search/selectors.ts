import type { SearchState } from './slice.ts';

export const selectSearch = (state: { readonly search: SearchState }) => state.search;

export type SearchView = 'no-query' | 'loading' | 'results' | 'empty' | 'error';

/** Returns what the search page shows for a query. */
export function viewOf(state: SearchState, query: string): SearchView {
  if (query === '') return 'no-query';
  if (state.query !== query) return 'loading';
  if (state.games.length > 0) return 'results';
  if (state.local === 'pending' || state.external === 'pending') return 'loading';
  return state.external === 'failed' ? 'error' : 'empty';
}
