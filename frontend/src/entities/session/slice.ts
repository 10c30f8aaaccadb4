import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired } from '../../lib/request.ts';
import type { LastUser } from './last-user.ts';

/** Who may read what was kept of theirs, and their account as it was when the server last told of it. */
export type Reader = Pick<LastUser, 'id' | 'username' | 'account' | 'at'>;

export interface SessionState {
  /** False until the token check on start has answered. */
  known: boolean;
  user: OwnUser | null;
  /** The user has just signed out: the way leads to the home page, not to the sign-in page. */
  leaving: boolean;
  /** While the server cannot be reached to ask: who was signed in last, and may read the vault that was kept of theirs. */
  reader: Reader | null;
  /** While it is being asked who is signed in: who was last, whose vault is shown meanwhile. */
  presumed: Reader | null;
}

const initialState: SessionState = { known: false, user: null, leaving: false, reader: null, presumed: null };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    presumed: (state, { payload }: PayloadAction<Reader>) => {
      if (!state.known) state.presumed = payload;
    },
    verified: {
      /** @param ends when the session does, in milliseconds since 1970, where the server has told */
      prepare: (user: OwnUser | null, ends?: number) => ({ payload: user, meta: { ends } }),
      reducer: (state, { payload }: PayloadAction<OwnUser | null, string, { readonly ends: number | undefined }>) => {
        state.known = true;
        state.user = payload;
        state.reader = null;
        state.presumed = null;
      },
    },
    /** The token check failed: the visitor is signed out. */
    unverified: (state, { payload }: PayloadAction<Reader | null>) => {
      state.known = true;
      state.user = null;
      state.reader = payload;
      state.presumed = null;
    },
    /** Somebody has come: nothing that this page has of whoever was there before is theirs. */
    signedIn: {
      /** @param ends as of `verified` */
      prepare: (user: OwnUser, ends?: number) => ({ payload: user, meta: { ends } }),
      reducer: (_state, { payload }: PayloadAction<OwnUser, string, { readonly ends: number | undefined }>) => ({
        ...initialState,
        known: true,
        user: payload,
      }),
    },
    /** The account changed on the server, for example its privacy or its counts. */
    userChanged: (state, { payload }: PayloadAction<OwnUser>) => {
      if (state.user?.id === payload.id) state.user = payload;
    },
    signOutRequested: () => {},
    signedOut: () => ({ ...initialState, known: true, leaving: true }),
    left: (state) => {
      state.leaving = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionExpired, (state) => {
      state.user = null;
      state.reader = null;
      state.presumed = null;
    });
  },
});

export const { presumed, verified, unverified, signedIn, userChanged, signOutRequested, signedOut, left } =
  sessionSlice.actions;
