import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { createSelector } from '@reduxjs/toolkit';
import type { WithLibrary } from './selectors.ts';
import { type Change, type EntryChanges, isAsked, isOfPart, type PartChange } from './sync/change.ts';

/** Queued changes of an entry, or of a session or playthrough, that need the user's decision. */
export interface Conflict {
  /** The version saved elsewhere. */
  readonly entry: LibraryEntry;
  /** Unsaved changes of the entry. */
  readonly changes: EntryChanges;
  /** They leave the queue once the conflict is settled. */
  readonly asking: readonly Change[];
  /** The server's message, when it rejected the changes. */
  readonly refusal?: string | undefined;
  readonly part?: PartChange;
}

/** Returns at most one conflict per entry, by guid, and per session or playthrough, by the key of its change. */
export const selectConflicts = createSelector(
  [
    ({ library }: WithLibrary) => library.queue,
    ({ library }: WithLibrary) => library.saved,
    ({ library }: WithLibrary) => library.postponed,
  ],
  (queue, saved, postponed) => {
    const conflicts: Record<string, Conflict> = {};
    for (const change of queue) {
      const { asks, base, guid, key } = change;
      if (!asks || !isAsked(change) || postponed.includes(key)) continue;
      if (isOfPart(change)) {
        conflicts[key] = { entry: base, changes: {}, asking: [change], refusal: asks.message, part: change };
        continue;
      }
      const before = conflicts[guid];
      conflicts[guid] = {
        entry: saved[guid] ?? base,
        changes: { ...before?.changes, ...asks.changes },
        asking: [...(before?.asking ?? []), change],
        ...(asks.why === 'refused' && { refusal: asks.message ?? '' }),
      };
    }
    return conflicts;
  },
);
