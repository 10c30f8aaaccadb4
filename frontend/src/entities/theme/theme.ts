import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { writeStored } from '../../lib/browser-storage.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';

export type Theme = 'dark' | 'light';

interface ThemeState {
  readonly current: Theme;
}

/** The script in index.html reads it before the first paint. */
const storageKey = 'nightshelf-theme';

const themeSlice = createSlice({
  name: 'theme',
  /** The theme that index.html has already applied. */
  initialState: (): ThemeState => ({
    current: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
  }),
  reducers: {
    themeChosen: (_state, { payload }: PayloadAction<Theme>) => ({ current: payload }),
  },
});

export const { themeChosen } = themeSlice.actions;

export const selectTheme = (state: { readonly theme: ThemeState }): Theme => state.theme.current;

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const colour = theme === 'light' ? '#f7f4ee' : '#10131d';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour);
  writeStored(storageKey, theme);
}

function* change({ payload }: ReturnType<typeof themeChosen>): SagaGenerator<void> {
  yield* call(apply, payload);
}

function* themeSaga(): SagaGenerator<void> {
  yield* takeEvery(themeChosen, safely(change));
}

export const themeState: StateModule = { slice: themeSlice, saga: themeSaga };
