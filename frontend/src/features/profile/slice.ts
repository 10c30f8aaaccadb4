import type { Privacy } from '@nightshelf/contracts/users.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../entities/session/slice.ts';

export interface ProfileState {
  /** Latest privacy choice until the server responds; shown instead of the stored one. */
  readonly chosenPrivacy: Privacy | null;
}

const initialState: ProfileState = { chosenPrivacy: null };

export const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    privacyChosen: (_state, { payload }: PayloadAction<Privacy>): ProfileState => ({ chosenPrivacy: payload }),
    /** The server stored or refused this choice. A later choice stays until its own response. */
    privacyAnswered: (state, { payload }: PayloadAction<Privacy>): ProfileState =>
      state.chosenPrivacy === payload ? initialState : state,
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const { privacyChosen, privacyAnswered } = profileSlice.actions;

export const selectProfile = (state: { readonly profile: ProfileState }) => state.profile;
