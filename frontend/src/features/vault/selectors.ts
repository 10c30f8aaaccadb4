import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSelectorCreator, lruMemoize } from '@reduxjs/toolkit';
import { platformNameOf } from '../../entities/entry/entry-keys.ts';
import { filterEntries } from '../../entities/entry/filter-entries.ts';
import { sortEntries } from '../../entities/entry/sort-entries.ts';
import { selectEntries } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import { indexFacets } from './filters/facet-index.ts';
import { narrow } from './filters/narrow.ts';
import type { VaultView } from './vault-view.ts';

interface WithLibrary {
  readonly library: LibraryState;
}

export type Arrangement = Pick<VaultView, 'sort' | 'order' | 'console' | 'query' | 'filters'>;

// Cache only the latest result: by default, every typed query would keep a list of up to 10,000 entries.
const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });

/** Platform names in the vault, in alphabetical order. */
export const selectConsoles = createSelector([selectEntries], (entries): readonly string[] => {
  const names = new Set(entries.map(platformNameOf).filter((name) => name !== null));
  return [...names].sort((a, b) => a.localeCompare(b));
});

// Sort before filtering: sorting is slower and changes less often, so typing reuses it.
const selectSorted = createSelector(
  [selectEntries, (_: WithLibrary, { sort }: Arrangement) => sort, (_: WithLibrary, { order }: Arrangement) => order],
  sortEntries,
);

export const selectFacets = createSelector([selectEntries], indexFacets);

/** All tags of the vault, most used first. */
export const selectOwnTags = createSelector([selectFacets], ({ facets }): readonly string[] =>
  facets.tag.values.map(({ label }) => label),
);

/** Returns the console to filter by; null for all, also when its last game is gone. */
const selectConsole = (state: WithLibrary, { sort, console }: Arrangement) =>
  sort === 'console' && console !== null && selectConsoles(state).includes(console) ? console : null;

/** Games that match the query; null for all. */
const selectFound = createSelector(
  [selectEntries, (_: WithLibrary, { query }: Arrangement) => query],
  (entries, query): ReadonlySet<LibraryEntry> | null =>
    query.trim() === '' ? null : new Set(filterEntries(entries, query)),
);

/** Remaining games, and the number of games for each filter. */
export const selectNarrowed = createSelector(
  [selectFacets, (_: WithLibrary, { filters }: Arrangement) => filters, selectConsole, selectFound],
  narrow,
);

export const selectShown = createSelector([selectSorted, selectNarrowed], (sorted, { shown }) =>
  shown.size === sorted.length ? sorted : sorted.filter((entry) => shown.has(entry)),
);
