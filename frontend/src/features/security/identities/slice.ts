import type { accountCalls, CallAnswer, LinkedIdentity } from '@nightshelf/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedIn, signedOut } from '../../../entities/session/slice.ts';
import type { LoadStatus } from '../load-status.ts';

export type SignInMethods = Pick<
  CallAnswer<typeof accountCalls.listSignInMethods>,
  'has_password' | 'identities' | 'providers'
>;

/** What came of linking, as the address says that the provider's answer leads to: id of the provider, or a code. */
export type LinkOutcome = { readonly linked: string } | { readonly refused: string };

export interface IdentitiesState {
  readonly status: LoadStatus;
  readonly methods: SignInMethods | null;
  readonly outcome: LinkOutcome | null;
  /** Id of the provider that the browser is on its way to. */
  readonly leaving: string | null;
  /** Id of the identity that is being unlinked. */
  readonly unlinking: string | null;
  readonly error: string | null;
}

const settled = { outcome: null, leaving: null, unlinking: null, error: null };
const initialState: IdentitiesState = { status: 'loading', methods: null, ...settled };

export const identitiesSlice = createSlice({
  name: 'identities',
  initialState,
  reducers: {
    methodsNeeded: (state): IdentitiesState => ({
      ...state,
      ...settled,
      outcome: state.outcome,
      status: state.methods ? 'ready' : 'loading',
    }),
    methodsKnown: (state, { payload }: PayloadAction<SignInMethods>): IdentitiesState => ({
      ...state,
      status: 'ready',
      methods: payload,
    }),
    methodsFailed: (state): IdentitiesState => ({ ...state, status: state.methods ? 'ready' : 'failed' }),
    linkEnded: (state, { payload }: PayloadAction<LinkOutcome>): IdentitiesState => ({ ...state, outcome: payload }),
    linkChosen: (state, { payload }: PayloadAction<string>): IdentitiesState => ({
      ...state,
      ...settled,
      leaving: payload,
    }),
    /** The visitor is here again, by the browser's Back. */
    cameBack: (state): IdentitiesState => ({ ...state, leaving: null }),
    unlinkRequested: (state, { payload }: PayloadAction<LinkedIdentity>): IdentitiesState => ({
      ...state,
      ...settled,
      unlinking: payload.id,
    }),
    unlinked: (state, { payload }: PayloadAction<string>): IdentitiesState => ({
      ...state,
      ...settled,
      methods: state.methods && {
        ...state.methods,
        identities: state.methods.identities.filter(({ id }) => id !== payload),
      },
    }),
    /** Linking or unlinking came to nothing. */
    identityRefused: (state, { payload }: PayloadAction<string>): IdentitiesState => ({
      ...state,
      ...settled,
      error: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedIn, () => initialState).addCase(signedOut, () => initialState);
  },
});

export const {
  methodsNeeded,
  methodsKnown,
  methodsFailed,
  linkEnded,
  linkChosen,
  cameBack,
  unlinkRequested,
  unlinked,
  identityRefused,
} = identitiesSlice.actions;

export const selectIdentities = (state: { readonly identities: IdentitiesState }) => state.identities;
