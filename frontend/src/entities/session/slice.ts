import type { OwnUser } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired } from '../../lib/request.ts';

export interface SessionState {
  /** False until the token check on start has answered. */
  known: boolean;
  user: OwnUser | null;
  /** The user has just signed out: the way leads to the home page, not to the sign-in page. */
  leaving: boolean;
}

const initialState: SessionState = { known: false, user: null, leaving: false };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    verified: (state, { payload }: PayloadAction<OwnUser | null>) => {
      state.known = true;
      state.user = payload;
    },
    signedIn: (_state, { payload }: PayloadAction<OwnUser>) => ({ known: true, user: payload, leaving: false }),
    /** The account changed on the server, for example its privacy or its counts. */
    userChanged: (state, { payload }: PayloadAction<OwnUser>) => {
      if (state.user?.id === payload.id) state.user = payload;
    },
    signOutRequested: () => {},
    signedOut: () => ({ known: true, user: null, leaving: true }),
    left: (state) => {
      state.leaving = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionExpired, (state) => {
      state.user = null;
    });
  },
});

export const { verified, signedIn, userChanged, signOutRequested, signedOut, left } = sessionSlice.actions;
