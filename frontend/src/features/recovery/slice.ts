import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { idle, type Submission, submitting } from '../../lib/submission.ts';
import type { PasswordReset } from './api.ts';

export interface RecoveryState extends Submission {
  /** The link was requested, or the password was set. */
  readonly done: boolean;
  /** The server rejects the token of the link. */
  readonly linkInvalid: boolean;
}

const initialState: RecoveryState = { ...idle, done: false, linkInvalid: false };
const busyState: RecoveryState = { ...initialState, ...submitting };

/** State of the open recovery form: requesting the link, or setting the password. */
export const recoverySlice = createSlice({
  name: 'recovery',
  initialState,
  reducers: {
    startedAnew: () => initialState,
    linkRequested: (_state, _action: PayloadAction<string>) => busyState,
    resetSubmitted: (_state, _action: PayloadAction<PasswordReset>) => busyState,
    recoveryDone: (): RecoveryState => ({ ...initialState, done: true }),
    recoveryRefused: (_state, { payload }: PayloadAction<Submission>): RecoveryState => ({
      ...initialState,
      ...payload,
    }),
    linkRefused: (): RecoveryState => ({ ...initialState, linkInvalid: true }),
  },
});

export const { startedAnew, linkRequested, resetSubmitted, recoveryDone, recoveryRefused, linkRefused } =
  recoverySlice.actions;

export const selectRecovery = (state: { readonly recovery: RecoveryState }) => state.recovery;
