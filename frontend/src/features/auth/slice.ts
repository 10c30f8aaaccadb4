import type { LoginPayload } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn } from '../../entities/session/slice.ts';
import type { RegistrationBody } from './api.ts';

export interface AuthState {
  readonly busy: boolean;
  /** What went wrong with the whole form. */
  readonly error: string | null;
  /** What the server said of single fields: field to its first message. */
  readonly fieldErrors: Readonly<Record<string, string>>;
}

const initialState: AuthState = { busy: false, error: null, fieldErrors: {} };
const busyState: AuthState = { ...initialState, busy: true };

/** The form that is open: idle, submitting, failed. Success ends in the session. */
export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    formOpened: () => initialState,
    loginSubmitted: (_state, _action: PayloadAction<LoginPayload>) => busyState,
    registrationSubmitted: (_state, _action: PayloadAction<RegistrationBody>) => busyState,
    refused: (_state, { payload }: PayloadAction<Omit<AuthState, 'busy'>>) => ({ busy: false, ...payload }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState);
  },
});

export const { formOpened, loginSubmitted, registrationSubmitted, refused } = authSlice.actions;
