import type { Game } from '@nightshelf/contracts/games.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Appends new games, so that those on screen keep their places. */
function append(games: readonly Game[], found: readonly Game[]): readonly Game[] {
  const byGuid = new Map(games.map((game) => [game.guid, game]));
  for (const game of found) if (!byGuid.has(game.guid)) byGuid.set(game.guid, game);
  return [...byGuid.values()];
}

/** Replaces games by newer copies in place; returns the same array when nothing changed. */
function refresh(games: readonly Game[], copies: readonly Game[]): readonly Game[] {
  const newer = new Map(copies.map((game) => [game.guid, game]));
  return games.map((game) => {
    const copy = newer.get(game.guid);
    return copy && JSON.stringify(copy) !== JSON.stringify(game) ? copy : game;
  });
}

type Progress = 'pending' | 'done' | 'failed';

export interface SearchState {
  readonly query: string;
  readonly local: Progress;
  readonly external: Progress;
  /** Why the external search failed. */
  readonly error: string | null;
  /** Local results, then new external ones. */
  readonly games: readonly Game[];
  readonly further: number;
  /** Likely intended query if no stored game matches; the results match this one. */
  readonly meant: string | null;
  /** How often more was requested; index into `reaches`. */
  readonly reach: number;
  /** The last responses were full, so there may be more. */
  readonly mayBeMore: boolean;
  readonly moreError: string | null;
}

const initialState: SearchState = {
  query: '',
  local: 'pending',
  external: 'pending',
  error: null,
  games: [],
  further: 0,
  meant: null,
  reach: 0,
  mayBeMore: false,
  moreError: null,
};

interface Opening {
  readonly query: string;
  /** False on Back, which restores existing results. */
  readonly again: boolean;
}

/** Returns whether the search for this query is complete. */
export const isComplete = (state: SearchState, query: string): boolean =>
  state.query === query && state.local === 'done' && state.external === 'done';

export const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    searchOpened: (state, { payload: { query, again } }: PayloadAction<Opening>) => {
      if (again || state.query !== query) return { ...initialState, query };
      if (isComplete(state, query)) return state;
      return { ...state, local: 'pending' as const, external: 'pending' as const, error: null };
    },
    /** The page was closed; running searches are aborted. */
    searchLeft: () => {},
    moreRequested: (state) => ({
      ...state,
      reach: state.reach + 1,
      local: 'pending' as const,
      external: 'pending' as const,
      mayBeMore: false,
      moreError: null,
    }),
    /** A search has responded; its games are appended. */
    searched: (state, { payload: { games: found = [], ...progress } }: PayloadAction<Partial<SearchState>>) => {
      const games = append(state.games, found);
      const isExternal = progress.external === 'done';
      const further = isExternal ? state.further + games.length - state.games.length : state.further;
      return { ...state, ...progress, games, further };
    },
    /** The server has stored these games; its copies are more complete. */
    resultsStored: (state, { payload }: PayloadAction<readonly Game[]>) => ({
      ...state,
      games: refresh(state.games, payload),
    }),
  },
});

export const { searchOpened, searchLeft, moreRequested, searched, resultsStored } = searchSlice.actions;

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
