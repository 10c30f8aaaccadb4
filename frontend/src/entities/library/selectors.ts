import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSelector } from '@reduxjs/toolkit';
import { sortEntries } from '../entry/sort-entries.ts';
import type { LibraryState } from './slice.ts';
import { statisticsOf } from './statistics.ts';
import { isOfPlaythrough, isPending, isPlay } from './sync/change.ts';

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

/** The entry of one game as the server last confirmed it; null when it has none. */
export const selectConfirmed = ({ library }: WithLibrary, guid: string): LibraryEntry | null => {
  const known = library.unconfirmed[guid];
  return known === undefined ? (library.entries[guid] ?? null) : known;
};

/** By guid, all entries as the server last confirmed them. */
export function selectAllConfirmed({ library }: WithLibrary): Readonly<Record<string, LibraryEntry>> {
  const all = { ...library.entries };
  for (const [guid, saved] of Object.entries(library.unconfirmed)) {
    if (saved) all[guid] = saved;
    else delete all[guid];
  }
  return all;
}

/** Changes that the server has not acknowledged, in order. */
export const selectQueue = ({ library }: WithLibrary) => library.queue;

/** Of them those of sessions. */
export const selectPlays = createSelector([selectQueue], (queue) => queue.filter(isPlay));

/** And those of playthroughs. */
export const selectPlaythroughChanges = createSelector([selectQueue], (queue) => queue.filter(isOfPlaythrough));

/** How many changes are kept on this device until the server is reached. */
export const selectWaiting = createSelector(
  [selectQueue],
  (queue) => queue.filter((change) => change.waits && isPending(change)).length,
);

/** Whether what waits is in this page alone. */
export const selectIsUnkept = ({ library }: WithLibrary): boolean => library.isUnkept;

/** What the vault begins with; null when the vault itself is there, or nothing is known of that. */
export const selectFirst = ({ library }: WithLibrary) =>
  library.status === 'idle' || library.status === 'loading' ? library.first : null;

export const selectIsAdding = (state: WithLibrary, guid: string) => guid in state.library.adding;

export const selectStatistics = createSelector([selectEntries], statisticsOf);

/** Entries by date added, newest first. */
export const selectNewestEntries = createSelector([selectEntries], (entries) =>
  sortEntries(entries, 'recent', 'newest'),
);
