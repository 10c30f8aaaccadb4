import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type Theme = 'dark' | 'light';

interface ThemeState {
  readonly current: Theme;
}

const initialState: ThemeState = { current: 'dark' };

export const themeSlice = createSlice({
  name: 'theme',
  initialState,
  reducers: {
    themeChosen: (_state, { payload }: PayloadAction<Theme>) => ({ current: payload }),
    /** The theme that index.html has already applied. */
    themeFound: (_state, { payload }: PayloadAction<Theme>) => ({ current: payload }),
  },
});

export const { themeChosen, themeFound } = themeSlice.actions;

export const selectTheme = (state: { readonly theme: ThemeState }): Theme => state.theme.current;
