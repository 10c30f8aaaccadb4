import type { Privacy } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../entities/session/slice.ts';

export interface ProfileState {
  /** Why the account could not be asked for. What the session knows of it is shown all the same. */
  readonly error: string | null;
  /** The privacy that was chosen last, until the server has answered; it is shown instead of the stored one. */
  readonly chosenPrivacy: Privacy | null;
}

const initialState: ProfileState = { error: null, chosenPrivacy: null };

export const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    profileOpened: () => {},
    profileLoaded: (state): ProfileState => ({ ...state, error: null }),
    profileFailed: (state, { payload }: PayloadAction<string>): ProfileState => ({ ...state, error: payload }),
    privacyChosen: (state, { payload }: PayloadAction<Privacy>): ProfileState => ({ ...state, chosenPrivacy: payload }),
    /** The server has stored this choice, or refused it. A later choice stays until it has its own answer. */
    privacyAnswered: (state, { payload }: PayloadAction<Privacy>): ProfileState =>
      state.chosenPrivacy === payload ? { ...state, chosenPrivacy: null } : state,
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const { profileOpened, profileLoaded, profileFailed, privacyChosen, privacyAnswered } = profileSlice.actions;

export const selectProfile = (state: { readonly profile: ProfileState }) => state.profile;
