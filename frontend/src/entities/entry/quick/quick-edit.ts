import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { createContext, useCallback, useContext } from 'react';
import { useDispatch } from 'react-redux';
import { alertRaised } from '../../alerts/slice.ts';
import type { EntryChanges } from '../../library/api.ts';
import { changedFields, isEmpty } from '../../library/merge-changes.ts';
import { updateRequested } from '../../library/slice.ts';
import { withChanges } from '../../library/sync/overlay.ts';
import { statusLooks } from '../../status/statuses.ts';
import { quickTexts as texts } from './texts.ts';

export type Edit = (entry: LibraryEntry, changes: EntryChanges) => void;

/** Returns the notice text for an edit. */
export function wordsOf({ game: { name } }: LibraryEntry, changes: EntryChanges): string {
  const { status, rating, hours_played } = changes;
  if (status) return texts.notices.status(name, statusLooks[status].label);
  if (rating !== undefined) return rating === null ? texts.notices.noRating(name) : texts.notices.rating(name, rating);
  return hours_played === undefined ? texts.notices.other(name) : texts.notices.hours(name, hours_played);
}

/** Returns the reverse of an edit; like any edit, it does not overwrite a field that was changed elsewhere since. */
export function undoOf(entry: LibraryEntry, changes: EntryChanges): ReturnType<typeof updateRequested> {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, entry[name as keyof EntryChanges]]));
  return updateRequested({ entry: withChanges(entry, changes), changes: before as EntryChanges });
}

export const editNotice = (text: string, undo: UnknownAction): UnknownAction =>
  alertRaised({ tone: 'notice', text, action: { label: texts.undo, dispatches: undo } });

/** Milliseconds until an edit is surely on screen. */
const quickSuccessionMs = 1000;

const made = new WeakMap<LibraryEntry, { readonly entry: LibraryEntry; readonly at: number }>();

/**
 * Returns the entry with an edit that may not be rendered yet, so that the second of two quick clicks builds on the
 * first.
 */
function latestOf(shown: LibraryEntry): LibraryEntry {
  const latest = made.get(shown);
  return latest && performance.now() - latest.at < quickSuccessionMs ? latest.entry : shown;
}

/**
 * Records an edit.
 * @returns the entry before it, and the fields that change
 */
export function takeEdit(shown: LibraryEntry, changes: EntryChanges): { entry: LibraryEntry; changes: EntryChanges } {
  const entry = latestOf(shown);
  const changed = changedFields(entry, changes);
  if (!isEmpty(changed)) made.set(shown, { entry: withChanges(entry, changed), at: performance.now() });
  return { entry, changes: changed };
}

/** Lets a page replace the notice of an edit. */
export const EditContext = createContext<Edit | null>(null);

/** Edits an entry immediately and offers Undo in a notice; does nothing when no field changes. */
export function useQuickEdit(): Edit {
  const own = useContext(EditContext);
  const dispatch = useDispatch();
  const edit = useCallback<Edit>(
    (shown, wanted) => {
      const { entry, changes: changed } = takeEdit(shown, wanted);
      if (isEmpty(changed)) return;
      dispatch(updateRequested({ entry, changes: changed }));
      dispatch(editNotice(wordsOf(entry, changed), undoOf(entry, changed)));
    },
    [dispatch],
  );
  return own ?? edit;
}

/** Returns the hours after adding some, up to the maximum. */
export const moreHours = (shown: LibraryEntry, more: number): number =>
  Math.min(hoursRule.max.value, (latestOf(shown).hours_played ?? 0) + more);
