import type { IdentityProvider } from '@nightshelf/contracts/accounts.ts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface Choice {
  readonly provider: string;
  readonly returnTo: string;
}

export interface ProvidersState {
  /** Null until loaded. */
  readonly list: readonly IdentityProvider[] | null;
  /** Id of the provider that the browser is about to open. */
  readonly leaving: string | null;
  readonly error: string | null;
}

const initialState: ProvidersState = { list: null, leaving: null, error: null };

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
    /** The page was closed, so the browser must not open the provider any more. */
    providersLeft: (state): ProvidersState => ({ ...state, leaving: null }),
    /** The provider could not be opened. */
    notLeft: (state, { payload }: PayloadAction<string>): ProvidersState => ({
      ...state,
      leaving: null,
      error: payload,
    }),
    cameBack: (state): ProvidersState => ({ ...state, leaving: null }),
  },
});

export const { providersNeeded, providersKnown, providerChosen, providersLeft, notLeft, cameBack } =
  providersSlice.actions;

export const selectProviders = (state: { readonly providers: ProvidersState }) => state.providers;
