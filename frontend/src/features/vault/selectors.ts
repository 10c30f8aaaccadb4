import type { LibraryEntry } from '@nightshelf/contracts';
import { createSelectorCreator, lruMemoize } from '@reduxjs/toolkit';
import { platformNameOf } from '../../entities/entry/entry-keys.ts';
import { filterEntries } from '../../entities/entry/filter-entries.ts';
import { sortEntries } from '../../entities/entry/sort-entries.ts';
import { selectEntries } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import type { VaultView } from './vault-view.ts';

interface WithLibrary {
  readonly library: LibraryState;
}

export type Arrangement = Pick<VaultView, 'sort' | 'order' | 'console' | 'query'>;

// The latest result alone: by default every query ever typed would keep its list of up to 10,000 entries.
const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });

/** Names of the platforms in the vault, in alphabetical order. */
export const selectConsoles = createSelector([selectEntries], (entries): readonly string[] => {
  const names = new Set(entries.map(platformNameOf).filter((name) => name !== null));
  return [...names].sort((a, b) => a.localeCompare(b));
});

// Sorting takes longer than filtering and is wanted far less often: it comes first, and typing finds it done.
const selectSorted = createSelector(
  [selectEntries, (_: WithLibrary, { sort }: Arrangement) => sort, (_: WithLibrary, { order }: Arrangement) => order],
  sortEntries,
);

/** The console to filter by; null for all, also when the last game on the chosen one has gone. */
const selectConsole = (state: WithLibrary, { sort, console }: Arrangement) =>
  sort === 'console' && console !== null && selectConsoles(state).includes(console) ? console : null;

const selectInConsole = createSelector(
  [selectSorted, selectConsole],
  (entries: readonly LibraryEntry[], console: string | null) =>
    console === null ? entries : entries.filter((entry) => platformNameOf(entry) === console),
);

/** The entries to show, in order. */
export const selectShown = createSelector(
  [selectInConsole, (_: WithLibrary, { query }: Arrangement) => query],
  filterEntries,
);
