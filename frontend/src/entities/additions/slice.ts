import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { libraryActions } from '../library/slice.ts';

export interface AdditionsState {
  /** Guid of the game whose Add form is open: one at a time, since a form covers the cards below it. */
  readonly formFor: string | null;
  /** The server's errors for the open form, by field. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Guids of games that show 'Added!'. */
  readonly justAdded: Readonly<Record<string, true>>;
}

const initialState: AdditionsState = { formFor: null, refusals: {}, justAdded: {} };

export const additionsSlice = createSlice({
  name: 'additions',
  initialState,
  reducers: {
    /** Works for visitors too: the form is open when they return from signing in. */
    addFormOpened: (state, { payload }: PayloadAction<string>) => ({ ...state, formFor: payload, refusals: {} }),
    addFormClosed: (state) => ({ ...state, formFor: null, refusals: {} }),
    addedNoticeOver: (state, { payload }: PayloadAction<string>) => {
      const { [payload]: _, ...justAdded } = state.justAdded;
      return { ...state, justAdded };
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(libraryActions.requested, (state, { payload }) =>
        payload.call === 'addEntry' ? { ...state, refusals: {} } : state,
      )
      .addCase(libraryActions.added, (state, { payload: { guid } }) => ({
        ...state,
        formFor: state.formFor === guid ? null : state.formFor,
        justAdded: { ...state.justAdded, [guid]: true as const },
      }))
      .addCase(libraryActions.addFailed, (state, { payload: { guid, errors } }) =>
        state.formFor === guid ? { ...state, refusals: errors } : state,
      );
  },
});

export const { addFormOpened, addFormClosed, addedNoticeOver } = additionsSlice.actions;

export const selectAdditions = (state: { readonly additions: AdditionsState }) => state.additions;
