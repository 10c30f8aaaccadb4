import type { Game } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface Details {
  readonly game: Game;
  /** The provider did not answer: this is the stored copy. */
  readonly stale: boolean;
  /** When it was loaded, in milliseconds since 1970. */
  readonly at: number;
}

export interface Fault {
  readonly text: string;
  /** There is no such game: trying again would not help. */
  readonly final: boolean;
}

export interface GameState {
  readonly details: Readonly<Record<string, Details>>;
  readonly faults: Readonly<Record<string, Fault>>;
}

/** Descriptions can be long: no more games than this are kept. */
const kept = 20;

const initialState: GameState = { details: {}, faults: {} };

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record;
  return rest;
}

export const gameSlice = createSlice({
  name: 'game',
  initialState,
  reducers: {
    gameOpened: (state, { payload: guid }: PayloadAction<string>) => ({
      ...state,
      faults: without(state.faults, guid),
    }),
    /** The page is closed: what is still being loaded for it is given up. */
    gameLeft: (_state, _action: PayloadAction<string>) => {},
    gameLoaded: (state, { payload: { guid, ...details } }: PayloadAction<Details & { readonly guid: string }>) => ({
      details: Object.fromEntries([...Object.entries(without(state.details, guid)).slice(1 - kept), [guid, details]]),
      faults: without(state.faults, guid),
    }),
    gameFailed: (state, { payload: { guid, ...fault } }: PayloadAction<Fault & { readonly guid: string }>) => ({
      ...state,
      faults: { ...state.faults, [guid]: fault },
    }),
  },
});

export const { gameOpened, gameLeft, gameLoaded, gameFailed } = gameSlice.actions;
