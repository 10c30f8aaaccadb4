import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionExpired } from '../../lib/request.ts';
import type { LastUser } from './last-user.ts';

/** A user who may read their stored data, with their last known account. */
type Reader = Pick<LastUser, 'id' | 'username' | 'account' | 'at'>;

export interface SessionState {
  /** False until the session check on start has finished. */
  known: boolean;
  user: OwnUser | null;
  /** The user has just signed out: go to the home page, not to the sign-in page. */
  leaving: boolean;
  /** While the server is unreachable: the last user, who may read their stored vault. */
  reader: Reader | null;
  /** During the session check: the last user, whose vault is shown until it finishes. */
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
      /** @param ends end of the session in milliseconds since 1970, when the server has sent it */
      prepare: (user: OwnUser | null, ends?: number) => ({ payload: user, meta: { ends } }),
      reducer: (state, { payload }: PayloadAction<OwnUser | null, string, { readonly ends: number | undefined }>) => {
        state.known = true;
        state.user = payload;
        state.reader = null;
        state.presumed = null;
      },
    },
    /** The session check failed: the visitor counts as signed out. */
    unverified: (state, { payload }: PayloadAction<Reader | null>) => {
      state.known = true;
      state.user = null;
      state.reader = payload;
      state.presumed = null;
    },
    /** A new user: reset everything of the previous one. */
    signedIn: {
      /** @param ends as in `verified` */
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
