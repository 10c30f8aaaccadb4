import type { IdentityProvider } from '@nightshelf/contracts/accounts.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface Choice {
  /** Id of the provider. */
  readonly provider: string;
  /** Address of the client to return to. */
  readonly returnTo: string;
}

export interface ProvidersState {
  /** Null until they are known. */
  readonly list: readonly IdentityProvider[] | null;
  /** Id of the provider that the browser is on its way to. */
  readonly leaving: string | null;
  readonly error: string | null;
}

const initialState: ProvidersState = { list: null, leaving: null, error: null };

/** The sign-in providers, and the way to one of them. */
export const providersSlice = createSlice({
  name: 'providers',
  initialState,
  reducers: {
    providersNeeded: (state): ProvidersState => ({ ...state, leaving: null, error: null }),
    providersKnown: (state, { payload }: PayloadAction<readonly IdentityProvider[]>): ProvidersState => ({
      ...state,
      list: payload,
    }),
    providerChosen: (state, { payload }: PayloadAction<Choice>): ProvidersState => ({
      ...state,
      leaving: payload.provider,
      error: null,
    }),
    /** The buttons are gone, and with them the wish to go there. */
    providersLeft: (state): ProvidersState => ({ ...state, leaving: null }),
    /** The way to the provider is closed. */
    notLeft: (state, { payload }: PayloadAction<string>): ProvidersState => ({
      ...state,
      leaving: null,
      error: payload,
    }),
    /** The visitor is here again, by the browser's Back. */
    cameBack: (state): ProvidersState => ({ ...state, leaving: null }),
  },
});

export const { providersNeeded, providersKnown, providerChosen, providersLeft, notLeft, cameBack } =
  providersSlice.actions;

export const selectProviders = (state: { readonly providers: ProvidersState }) => state.providers;
