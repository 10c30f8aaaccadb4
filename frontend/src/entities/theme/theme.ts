import { useSyncExternalStore } from 'react';
import { writeStored } from '../../lib/browser-storage.ts';
import { externalStore } from '../../lib/external-store.ts';

export type Theme = 'dark' | 'light';

/** The script in index.html reads it before the first paint. */
const storageKey = 'nightshelf-theme';

/** Counts the changes in this tab; the theme itself is an attribute of the page. */
const changes = externalStore(0);

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

export const useTheme = (): Theme => useSyncExternalStore(changes.subscribe, currentTheme);

/** Applies a theme and stores it for the next visit. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const colour = theme === 'light' ? '#f7f4ee' : '#10131d';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colour);
  writeStored(storageKey, theme);
  changes.set(changes.get() + 1);
}
