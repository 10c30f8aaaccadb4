import type { Game } from '@nightshelf/contracts/games.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { reaches } from './query.ts';

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
    localFound: (state, { payload }: PayloadAction<readonly Game[]>) => ({
      ...state,
      local: 'done' as const,
      games: append(state.games, payload),
    }),
    /** The stored games, if any, match a corrected query. */
    corrected: (state, { payload }: PayloadAction<string>) => ({ ...state, meant: payload }),
    moreRequested: (state) => ({
      ...state,
      reach: state.reach + 1,
      local: 'pending' as const,
      external: 'pending' as const,
      mayBeMore: false,
      moreError: null,
    }),
    moreFailed: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      reach: state.reach - 1,
      external: 'done' as const,
      mayBeMore: true,
      moreError: payload,
    }),
    extentKnown: (state, { payload }: PayloadAction<boolean>) => ({
      ...state,
      mayBeMore: payload && state.reach + 1 < reaches.length,
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
    /** The server has stored these games; its copies are more complete. */
    resultsStored: (state, { payload }: PayloadAction<readonly Game[]>) => ({
      ...state,
      games: refresh(state.games, payload),
    }),
  },
});

export const {
  searchOpened,
  searchLeft,
  corrected,
  moreRequested,
  moreFailed,
  extentKnown,
  localFound,
  localFailed,
  externalFound,
  externalFailed,
  resultsStored,
} = searchSlice.actions;
