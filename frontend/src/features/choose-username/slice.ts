import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from '../../entities/session/slice.ts';
import { idle, type Submission, submitting } from '../../lib/submission.ts';

export type PendingIdentity = Pick<
  CallAnswer<typeof accountCalls.getPendingIdentity>,
  'provider' | 'suggested_username' | 'email'
>;

export interface ChoiceState {
  /** 'gone': no sign-in is waiting for a username. */
  readonly status: 'loading' | 'waiting' | 'gone' | 'failed';
  readonly pending: PendingIdentity | null;
  readonly submission: Submission;
  /** Address to open after sign-in. */
  readonly returnTo: string;
}

const initialState: ChoiceState = { status: 'loading', pending: null, submission: idle, returnTo: '/' };

export const choiceSlice = createSlice({
  name: 'usernameChoice',
  initialState,
  reducers: {
    choiceOpened: () => initialState,
    pendingKnown: (_state, { payload }: PayloadAction<PendingIdentity>): ChoiceState => ({
      ...initialState,
      status: 'waiting',
      pending: payload,
    }),
    pendingGone: (): ChoiceState => ({ ...initialState, status: 'gone' }),
    pendingFailed: (): ChoiceState => ({ ...initialState, status: 'failed' }),
    usernameChosen: (state, _action: PayloadAction<string>): ChoiceState => ({ ...state, submission: submitting }),
    choiceRefused: (state, { payload }: PayloadAction<Submission>): ChoiceState => ({ ...state, submission: payload }),
    choiceDone: (state, { payload }: PayloadAction<string>): ChoiceState => ({ ...state, returnTo: payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initialState);
  },
});

export const { choiceOpened, pendingKnown, pendingGone, pendingFailed, usernameChosen, choiceRefused, choiceDone } =
  choiceSlice.actions;

export const selectChoice = (state: { readonly usernameChoice: ChoiceState }) => state.usernameChoice;
