import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSelectorCreator, lruMemoize } from '@reduxjs/toolkit';
import { platformNameOf } from '../../entities/entry/entry-keys.ts';
import { sortEntries } from '../../entities/entry/sort-entries.ts';
import { selectEntries } from '../../entities/library/selectors.ts';
import type { LibraryState } from '../../entities/library/slice.ts';
import { type FacetIndex, indexFacets } from './filters/facet-index.ts';
import { type Fits, narrow, sift } from './filters/narrow.ts';
import { indexSearch, matching } from './filters/search-index.ts';
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
export const selectOwnTags = createSelector([selectFacets], ({ facets: { tag } }: FacetIndex): readonly string[] =>
  tag.order.flatMap((number) => tag.values[number]?.label ?? []),
);

/** Index positions of the entries in sorted order. */
const selectPlaces = createSelector([selectSorted, selectFacets], (sorted, { placeOf }: FacetIndex) =>
  Uint32Array.from(sorted, (entry) => placeOf.get(entry) ?? 0),
);

/** Returns the console to filter by; null for all, also when its last game is gone. */
const selectConsole = (state: WithLibrary, { sort, console }: Arrangement) =>
  sort === 'console' && console !== null && selectConsoles(state).includes(console) ? console : null;

function fitting(index: FacetIndex, found: readonly LibraryEntry[]): Fits {
  if (found === index.entries) return null;
  const fits = new Uint8Array(index.entries.length);
  for (const entry of found) fits[index.placeOf.get(entry) ?? 0] = 1;
  return fits;
}

const selectOnConsole = createSelector([selectFacets, selectConsole], (index: FacetIndex, console: string | null) =>
  fitting(index, console === null ? index.entries : index.entries.filter((entry) => platformNameOf(entry) === console)),
);

const selectSearchIndex = createSelector([selectEntries], indexSearch);

const selectFound = createSelector(
  [selectFacets, selectSearchIndex, (_: WithLibrary, { query }: Arrangement) => query],
  matching,
);

/** Builds no search index until something is searched. */
const selectMatching = (state: WithLibrary, arrangement: Arrangement): Fits =>
  arrangement.query.trim() === '' ? null : selectFound(state, arrangement);

// Independent of the query, so typing reuses it.
const selectSifted = createSelector(
  [selectFacets, (_: WithLibrary, { filters }: Arrangement) => filters, selectOnConsole],
  sift,
);

/** Remaining games, and the number of games for each filter. */
export const selectNarrowed = createSelector([selectFacets, selectSifted, selectMatching], narrow);

export const selectShown = createSelector(
  [selectSorted, selectPlaces, selectNarrowed],
  (sorted, places, { fits, count }): readonly LibraryEntry[] =>
    count === sorted.length ? sorted : sorted.filter((_, at) => fits[places[at] ?? 0] === 1),
);
