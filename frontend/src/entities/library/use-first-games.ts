import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useEffect } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { selectFirst, selectLibrary, selectQueue, type WithLibrary } from './selectors.ts';
import { libraryActions } from './slice.ts';
import { isPending } from './sync/change.ts';

/** More games than any window shows. */
const most = 60;

/**
 * Returns the noted first games until the vault has been read, then notes the shown ones for the next visit.
 * @param view the query string of the view; null for a view that is not noted, such as a search
 * @param shown all entries of the view, in order
 * @returns null when the vault is loaded, or nothing was noted for this view
 */
export function useFirstGames(view: string | null, shown: readonly LibraryEntry[], all: number) {
  const dispatch = useDispatch();
  const store = useStore<WithLibrary>();
  const isRead = useSelector((state: WithLibrary) => selectLibrary(state).status === 'ready');
  const first = useSelector(selectFirst);
  useEffect(() => {
    if (!isRead || view === null || shown.length === 0) return;
    const waiting = selectQueue(store.getState()).filter(isPending).length;
    const entries = shown.slice(0, most);
    dispatch(libraryActions.firstShown({ view, entries, shown: shown.length, all, waiting }));
  }, [dispatch, store, isRead, view, shown, all]);
  return first?.view === view ? first : null;
}
