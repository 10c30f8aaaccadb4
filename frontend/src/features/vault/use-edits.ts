import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { type Edit, editNotice, takeEdit, undoOf, wordsOf } from '../../entities/entry/quick/quick-edit.ts';
import type { EntryChanges } from '../../entities/library/api.ts';
import { changedFields, isEmpty } from '../../entities/library/merge-changes.ts';
import { updateRequested } from '../../entities/library/slice.ts';
import { vaultTexts as texts } from './texts.ts';

interface Made {
  readonly shown: LibraryEntry;
  readonly entry: LibraryEntry;
  readonly changes: EntryChanges;
  /** Index in the list before the edit. */
  readonly place: number;
  /** Announce the edit even if the game stays in view. */
  readonly always: boolean;
}

const isInSight = (element: Element | null | undefined): boolean => {
  const box = element?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
};

/** Focus is in the list, or was lost with its element. */
const isHere = (list: Element | null): boolean =>
  document.activeElement === document.body || list?.contains(document.activeElement) === true;

/**
 * Edits an entry, and announces where the game went if filtering or sorting moved it. Focus stays at the same position,
 * on the next game.
 * @returns `edit` for changes in the list, which are always announced, and `saved` for the form
 */
export function useEdits(entries: readonly LibraryEntry[], list: RefObject<HTMLElement | null>) {
  const dispatch = useDispatch();
  const made = useRef<readonly Made[]>([]);
  const latest = useRef(entries);

  const take = useCallback(
    (shown: LibraryEntry, entry: LibraryEntry, changes: EntryChanges, always: boolean) => {
      if (isEmpty(changes)) return;
      const place = latest.current.findIndex(({ guid }) => guid === entry.guid);
      made.current = [...made.current, { shown, entry, changes, place, always }];
      dispatch(updateRequested({ entry, changes }));
    },
    [dispatch],
  );

  useEffect(() => {
    latest.current = entries;
    if (made.current.length === 0) return;
    const open: Made[] = [];
    for (const edit of made.current) {
      const { shown, entry, changes, place, always } = edit;
      const at = entries.findIndex(({ guid }) => guid === entry.guid);
      if (entries[at] === shown) {
        open.push(edit);
        continue;
      }
      const stays = at >= 0 && isInSight(list.current?.querySelector(`[data-guid="${CSS.escape(entry.guid)}"]`));
      if (stays && !always) continue;
      const words = wordsOf(entry, changes);
      const where = at < 0 ? texts.goneFromView : texts.goneTo(at + 1, entries.length);
      dispatch(editNotice(stays ? words : `${words}. ${where}`, undoOf(entry, changes)));
      if (stays || !isHere(list.current)) continue;
      const next = list.current?.querySelector(`[data-index="${Math.min(place, entries.length - 1)}"]`);
      next?.querySelector<HTMLElement>('a[href]:not([aria-hidden])')?.focus({ preventScroll: true });
    }
    made.current = open;
  }, [entries, dispatch, list]);

  const edit = useCallback<Edit>(
    (shown, wanted) => {
      const { entry, changes } = takeEdit(shown, wanted);
      take(shown, entry, changes, true);
    },
    [take],
  );
  /** @param entry the entry as it was when the form opened */
  const saved = useCallback<Edit>(
    (entry, fields) => {
      const shown = latest.current.find(({ guid }) => guid === entry.guid) ?? entry;
      take(shown, entry, changedFields(entry, fields), false);
    },
    [take],
  );
  return { edit, saved };
}
