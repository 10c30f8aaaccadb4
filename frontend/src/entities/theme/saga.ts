import { call, put, type SagaGenerator, takeEvery } from 'typed-redux-saga';
import { writeStored } from '../../lib/browser-storage.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { type Theme, themeChosen, themeFound, themeSlice } from './slice.ts';

/** The script in index.html reads it before the first paint. */
const storageKey = 'nightshelf-theme';

function apply(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  const colour = theme === 'light' ? '#f7f4ee' : '#10131d';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour);
  writeStored(storageKey, theme);
}

function* themeSaga(): SagaGenerator<void> {
  const current = document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
  yield* put(themeFound(current));
  yield* takeEvery(
    themeChosen,
    safely(function* ({ payload }: ReturnType<typeof themeChosen>) {
      yield* call(apply, payload);
    }),
  );
}

export const themeState: StateModule = { slice: themeSlice, saga: themeSaga };
