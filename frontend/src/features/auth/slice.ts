import type { LoginPayload } from '@nightshelf/contracts/credentials.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn } from '../../entities/session/slice.ts';
import { idle, type Submission, submitting } from '../../lib/submission.ts';
import type { RegistrationBody } from './api.ts';

export interface AuthState extends Submission {
  /** The password was correct, and the server requires a second step. */
  readonly hasSecondStep?: true;
}

/** State of the open form; success is stored in the session instead. */
export const authSlice = createSlice({
  name: 'auth',
  initialState: idle as AuthState,
  reducers: {
    formOpened: (): AuthState => idle,
    loginSubmitted: (_state, _action: PayloadAction<LoginPayload>): AuthState => submitting,
    registrationSubmitted: (_state, _action: PayloadAction<RegistrationBody>): AuthState => submitting,
    secondStepDemanded: (): AuthState => ({ ...idle, hasSecondStep: true }),
    refused: (_state, { payload }: PayloadAction<Submission>): AuthState => payload,
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => idle);
  },
});

export const { formOpened, loginSubmitted, registrationSubmitted, secondStepDemanded, refused } = authSlice.actions;

export const selectAuth = (state: { readonly auth: AuthState }) => state.auth;
