import type { Game } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { append, refresh } from './merge.ts';

type Progress = 'pending' | 'done' | 'failed';

export interface SearchState {
  readonly query: string;
  readonly local: Progress;
  readonly external: Progress;
  /** Why the external search failed. */
  readonly error: string | null;
  /** Local results, then the external ones that are new. */
  readonly games: readonly Game[];
  /** How many of them the external search has contributed. */
  readonly further: number;
}

const initialState: SearchState = {
  query: '',
  local: 'pending',
  external: 'pending',
  error: null,
  games: [],
  further: 0,
};

interface Opening {
  readonly query: string;
  /** False on the way back to a search: results that are there are shown again as they were. */
  readonly again: boolean;
}

/** True when a search of this query has all there is to find. */
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
    /** The page is closed: what is still being searched for is given up. */
    searchLeft: () => {},
    localFound: (state, { payload }: PayloadAction<readonly Game[]>) => ({
      ...state,
      local: 'done' as const,
      games: append(state.games, payload),
    }),
    localFailed: (state) => ({ ...state, local: 'failed' as const }),
    externalFound: (state, { payload }: PayloadAction<readonly Game[]>) => {
      const games = append(state.games, payload);
      return { ...state, external: 'done' as const, games, further: state.further + games.length - state.games.length };
    },
    externalFailed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      external: 'failed' as const,
      error: payload,
    }),
    /** The server has stored these: its copies are more complete. */
    resultsStored: (state, { payload }: PayloadAction<readonly Game[]>) => ({
      ...state,
      games: refresh(state.games, payload),
    }),
  },
});

export const { searchOpened, searchLeft, localFound, localFailed, externalFound, externalFailed, resultsStored } =
  searchSlice.actions;
