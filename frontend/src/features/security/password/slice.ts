import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import { idle, type Submission, submitting } from '../../../lib/submission.ts';
import type { PasswordChange } from './api.ts';

export interface PasswordState {
  /** The form for changing it is open. */
  readonly changing: boolean;
  readonly submission: Submission;
  /** The link that sets a first password. */
  readonly link: 'none' | 'asking' | 'sent';
  readonly linkError: string | null;
}

const initialState: PasswordState = { changing: false, submission: idle, link: 'none', linkError: null };

export const passwordSlice = createSlice({
  name: 'password',
  initialState,
  reducers: {
    changeOpened: (): PasswordState => ({ ...initialState, changing: true }),
    changeClosed: () => initialState,
    changeSubmitted: (state, _action: PayloadAction<PasswordChange>): PasswordState => ({
      ...state,
      submission: submitting,
    }),
    changeRefused: (state, { payload }: PayloadAction<Submission>): PasswordState => ({
      ...state,
      submission: payload,
    }),
    passwordChanged: () => initialState,
    /** Carries the username, which may ask for a link like anybody's. */
    linkAsked: (_state, _action: PayloadAction<string>): PasswordState => ({ ...initialState, link: 'asking' }),
    linkSent: (): PasswordState => ({ ...initialState, link: 'sent' }),
    linkNotSent: (_state, { payload }: PayloadAction<string>): PasswordState => ({
      ...initialState,
      linkError: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const {
  changeOpened,
  changeClosed,
  changeSubmitted,
  changeRefused,
  passwordChanged,
  linkAsked,
  linkSent,
  linkNotSent,
} = passwordSlice.actions;

export const selectPassword = (state: { readonly password: PasswordState }) => state.password;
