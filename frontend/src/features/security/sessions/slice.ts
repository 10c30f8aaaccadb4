import type { SignedInSession } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import type { LoadStatus } from '../load-status.ts';

export interface SessionsState {
  readonly status: LoadStatus;
  readonly list: readonly SignedInSession[];
  /** Ids of the sessions that are being ended. */
  readonly ending: readonly string[];
  readonly endingOthers: boolean;
  readonly error: string | null;
}

const initialState: SessionsState = { status: 'loading', list: [], ending: [], endingOthers: false, error: null };

export const sessionsSlice = createSlice({
  name: 'sessions',
  initialState,
  reducers: {
    sessionsNeeded: (state): SessionsState => ({
      ...state,
      status: state.list.length > 0 ? 'ready' : 'loading',
      error: null,
    }),
    sessionsKnown: (state, { payload }: PayloadAction<readonly SignedInSession[]>): SessionsState => ({
      ...state,
      status: 'ready',
      list: payload,
    }),
    sessionsFailed: (state): SessionsState => ({ ...state, status: state.list.length > 0 ? 'ready' : 'failed' }),
    endRequested: (state, { payload }: PayloadAction<SignedInSession>): SessionsState => ({
      ...state,
      ending: [...state.ending, payload.id],
      error: null,
    }),
    sessionEnded: (state, { payload }: PayloadAction<string>): SessionsState => ({
      ...state,
      list: state.list.filter(({ id }) => id !== payload),
      ending: state.ending.filter((id) => id !== payload),
    }),
    endRefused: (state, { payload }: PayloadAction<{ id: string; error: string }>): SessionsState => ({
      ...state,
      ending: state.ending.filter((id) => id !== payload.id),
      error: payload.error,
    }),
    endOthersRequested: (state): SessionsState => ({ ...state, endingOthers: true, error: null }),
    othersEnded: (state): SessionsState => ({
      ...state,
      list: state.list.filter(({ is_current }) => is_current),
      endingOthers: false,
    }),
    endOthersRefused: (state, { payload }: PayloadAction<string>): SessionsState => ({
      ...state,
      endingOthers: false,
      error: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const {
  sessionsNeeded,
  sessionsKnown,
  sessionsFailed,
  endRequested,
  sessionEnded,
  endRefused,
  endOthersRequested,
  othersEnded,
  endOthersRefused,
} = sessionsSlice.actions;

export const selectSessions = (state: { readonly sessions: SessionsState }) => state.sessions;
