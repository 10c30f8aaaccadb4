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

/** What is said of an edit that has been made. */
export function wordsOf({ game: { name } }: LibraryEntry, changes: EntryChanges): string {
  const { status, rating, hours_played } = changes;
  if (status) return texts.said.status(name, statusLooks[status].label);
  if (rating !== undefined) return rating === null ? texts.said.noRating(name) : texts.said.rating(name, rating);
  return hours_played === undefined ? texts.said.other(name) : texts.said.hours(name, hours_played);
}

/** The opposite of an edit: what has been changed since elsewhere it leaves alone, as any edit does. */
export function undoOf(entry: LibraryEntry, changes: EntryChanges): ReturnType<typeof updateRequested> {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, entry[name as keyof EntryChanges]]));
  return updateRequested({ entry: withChanges(entry, changes), changes: before as EntryChanges });
}

/** Says what was done, with Undo. */
export const said = (text: string, undo: UnknownAction): UnknownAction =>
  alertRaised({ tone: 'notice', text, action: { label: texts.undo, dispatches: undo } });

/** Milliseconds within which what has been done to an entry may not be shown yet. */
const soon = 1000;

const made = new WeakMap<LibraryEntry, { readonly entry: LibraryEntry; readonly at: number }>();

/** An entry with what has just been done to it, also before that is shown: of two quick clicks the second goes on from the first. */
function latestOf(shown: LibraryEntry): LibraryEntry {
  const latest = made.get(shown);
  return latest && performance.now() - latest.at < soon ? latest.entry : shown;
}

/** Notes what is done to an entry. @returns it as it was until then, and what changes */
export function takeEdit(shown: LibraryEntry, changes: EntryChanges): { entry: LibraryEntry; changes: EntryChanges } {
  const entry = latestOf(shown);
  const fresh = changedFields(entry, changes);
  if (!isEmpty(fresh)) made.set(shown, { entry: withChanges(entry, fresh), at: performance.now() });
  return { entry, changes: fresh };
}

/** Where a page has more to say of an edit than that it was made. */
export const EditContext = createContext<Edit | null>(null);

/** Changes an entry at once, says so, and offers to undo it. Nothing is done where nothing would change. */
export function useQuickEdit(): Edit {
  const own = useContext(EditContext);
  const dispatch = useDispatch();
  const edit = useCallback<Edit>(
    (shown, wanted) => {
      const { entry, changes: fresh } = takeEdit(shown, wanted);
      if (isEmpty(fresh)) return;
      dispatch(updateRequested({ entry, changes: fresh }));
      dispatch(said(wordsOf(entry, fresh), undoOf(entry, fresh)));
    },
    [dispatch],
  );
  return own ?? edit;
}

/** Hours after some more, as many as there can be at most. */
export const moreHours = (shown: LibraryEntry, more: number): number =>
  Math.min(hoursRule.max.value, (latestOf(shown).hours_played ?? 0) + more);
