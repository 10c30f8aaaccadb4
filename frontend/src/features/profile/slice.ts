import type { Privacy } from '@nightshelf/contracts/users.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../entities/session/slice.ts';

export interface ProfileState {
  /** The privacy that was chosen last, until the server has answered; it is shown instead of the stored one. */
  readonly chosenPrivacy: Privacy | null;
}

const initialState: ProfileState = { chosenPrivacy: null };

export const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    privacyChosen: (_state, { payload }: PayloadAction<Privacy>): ProfileState => ({ chosenPrivacy: payload }),
    /** The server has stored this choice, or refused it. A later choice stays until it has its own answer. */
    privacyAnswered: (state, { payload }: PayloadAction<Privacy>): ProfileState =>
      state.chosenPrivacy === payload ? initialState : state,
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const { privacyChosen, privacyAnswered } = profileSlice.actions;

export const selectProfile = (state: { readonly profile: ProfileState }) => state.profile;
