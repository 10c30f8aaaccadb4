import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { undoOf } from '../../../entities/entry/quick/quick-edit.ts';
import type { EntryChanges } from '../../../entities/library/api.ts';
import { changedFields, isEmpty } from '../../../entities/library/merge-changes.ts';
import {
  type RequestAction,
  removeRequested,
  restoreRequested,
  updateRequested,
} from '../../../entities/library/slice.ts';

/** One request per game, and those that undo them. */
export interface Bulk {
  readonly does: readonly RequestAction[];
  readonly undoes: readonly RequestAction[];
}

/** Skips entries that already have the value. */
export function updateAll(entries: readonly LibraryEntry[], wanted: EntryChanges): Bulk {
  const edits = entries.flatMap((entry) => {
    const changes = changedFields(entry, wanted);
    return isEmpty(changes) ? [] : [{ entry, changes }];
  });
  return { does: edits.map(updateRequested), undoes: edits.map(({ entry, changes }) => undoOf(entry, changes)) };
}

export const removeAll = (entries: readonly LibraryEntry[]): Bulk => ({
  does: entries.map((entry) => removeRequested(entry)),
  undoes: entries.map((entry) => restoreRequested(entry)),
});
