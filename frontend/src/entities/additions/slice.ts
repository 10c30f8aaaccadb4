import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addRequested, libraryActions } from '../library/slice.ts';

export interface AdditionsState {
  /** The game whose Add form is open: one at a time, since an open form lies over the cards below it. */
  readonly formFor: string | null;
  /** By field, what the server said is wrong with the open form. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Games that have just been added and say so. */
  readonly justAdded: Readonly<Record<string, true>>;
}

const initialState: AdditionsState = { formFor: null, refusals: {}, justAdded: {} };

export const additionsSlice = createSlice({
  name: 'additions',
  initialState,
  reducers: {
    /** Also for a visitor: the form is open once they have signed in and are back. */
    addFormOpened: (state, { payload }: PayloadAction<string>) => ({ ...state, formFor: payload, refusals: {} }),
    addFormClosed: (state) => ({ ...state, formFor: null, refusals: {} }),
    addedNoticeOver: (state, { payload }: PayloadAction<string>) => {
      const { [payload]: _, ...justAdded } = state.justAdded;
      return { ...state, justAdded };
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(addRequested, (state) => ({ ...state, refusals: {} }))
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
