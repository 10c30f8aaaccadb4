import type { LoginPayload } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn } from '../../entities/session/slice.ts';
import { idle, type Submission, submitting } from '../../lib/submission.ts';
import type { RegistrationBody } from './api.ts';

export type AuthState = Submission;

/** The form that is open: idle, submitting, failed. Success ends in the session. */
export const authSlice = createSlice({
  name: 'auth',
  initialState: idle,
  reducers: {
    formOpened: () => idle,
    loginSubmitted: (_state, _action: PayloadAction<LoginPayload>) => submitting,
    registrationSubmitted: (_state, _action: PayloadAction<RegistrationBody>) => submitting,
    refused: (_state, { payload }: PayloadAction<Submission>) => payload,
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => idle);
  },
});

export const { formOpened, loginSubmitted, registrationSubmitted, refused } = authSlice.actions;

export const selectAuth = (state: { readonly auth: AuthState }) => state.auth;
