import { createSelector } from '@reduxjs/toolkit';
import { sortEntries } from '../entry/sort-entries.ts';
import type { LibraryState } from './slice.ts';
import { statisticsOf } from './statistics.ts';

interface WithLibrary {
  readonly library: LibraryState;
}

export const selectLibrary = (state: WithLibrary) => state.library;

/** The vault's entries in no particular order; the same array until an entry changes. */
export const selectEntries = createSelector([(state: WithLibrary) => state.library.entries], (entries) =>
  Object.values(entries),
);

/** The entry of one game, undefined when it is not in the vault. */
export const selectEntry = (state: WithLibrary, guid: string) => state.library.entries[guid];

/** The entry of one game as the server last confirmed it. */
export const selectConfirmed = ({ library }: WithLibrary, guid: string) =>
  library.unconfirmed[guid]?.saved ?? library.entries[guid];

export const selectIsAdding = (state: WithLibrary, guid: string) => guid in state.library.adding;

export const selectStatistics = createSelector([selectEntries], statisticsOf);

/** Entries by date added, newest first. */
export const selectNewestEntries = createSelector([selectEntries], (entries) =>
  sortEntries(entries, 'recent', 'newest'),
);
