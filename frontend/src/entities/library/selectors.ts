import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSelector } from '@reduxjs/toolkit';
import { sortEntries } from '../entry/sort-entries.ts';
import type { LibraryState } from './slice.ts';
import { statisticsOf } from './statistics.ts';
import { isOfPlaythrough, isOfSession, isPending } from './sync/change.ts';

export interface WithLibrary {
  readonly library: LibraryState;
}

export const selectLibrary = (state: WithLibrary) => state.library;

/** Returns the entries in no particular order; the array stays the same until an entry changes. */
export const selectEntries = createSelector([(state: WithLibrary) => state.library.entries], (entries) =>
  Object.values(entries),
);

export const selectEntry = (state: WithLibrary, guid: string) => state.library.entries[guid];

/** Returns the entry as the server last confirmed it; null when there is none. */
export const selectConfirmed = ({ library }: WithLibrary, guid: string): LibraryEntry | null =>
  library.saved[guid] ?? null;

/** Unacknowledged changes, in order. */
export const selectQueue = ({ library }: WithLibrary) => library.queue;

export const selectPlays = createSelector([selectQueue], (queue) => queue.filter(isOfSession));

export const selectPlaythroughChanges = createSelector([selectQueue], (queue) => queue.filter(isOfPlaythrough));

/** Number of changes kept on this device until the server is reachable. */
export const selectWaiting = createSelector(
  [selectQueue],
  (queue) => queue.filter((change) => change.waits && isPending(change)).length,
);

/** Whether pending changes exist in this page only. */
export const selectIsUnkept = ({ library }: WithLibrary): boolean => library.isUnkept;

/** Whether an addition is unacknowledged and its form still waits for the response. */
export const selectIsAdding = ({ library }: WithLibrary, guid: string): boolean =>
  library.queue.some((change) => change.call === 'addEntry' && change.guid === guid && !change.waits);

export const selectStatistics = createSelector([selectEntries], statisticsOf);

/** Entries by date added, newest first. */
export const selectNewestEntries = createSelector([selectEntries], (entries) =>
  sortEntries(entries, 'recent', 'newest'),
);
