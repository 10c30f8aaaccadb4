import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { useDispatch, useStore } from 'react-redux';
import { timeOrderedId } from '../../lib/time-ordered-id.ts';
import { selectQueue, type WithLibrary } from '../library/selectors.ts';
import { libraryActions, partRequested } from '../library/slice.ts';
import { isOfPart, type Part, type PlaythroughFields, type SessionFields } from '../library/sync/change.ts';
import { ownPlatform } from '../library/sync/overlay.ts';
import { savedBehind } from '../library/sync/settle.ts';
import type { Unsent } from './unsent.ts';

/** Returns the fields of a new session or playthrough that the user does not fill in. */
const madeFor = ({ id, game: { guid, name }, image_url }: LibraryEntry) => ({
  ...{ id: timeOrderedId(), version: 1, entry_id: id },
  game: { guid, name, image_url },
});

/**
 * Returns a function that drops the rejected change of a shown part in favor of a new one, or of nothing; it returns
 * the server's part, if any.
 */
function useSaved() {
  const dispatch = useDispatch();
  const store = useStore<WithLibrary>();
  return <P extends Part>({ waits: _, refused: key, ...shown }: P & Unsent): P | null => {
    if (key === undefined) return shown as unknown as P;
    const change = selectQueue(store.getState()).find((one) => one.key === key);
    if (!change || !isOfPart(change)) return null;
    dispatch(libraryActions.conflictSettled([key]));
    return savedBehind(change) as P | null;
  };
}

/** Returns the session actions of an entry; they apply on this device immediately and sync later. */
export function usePlayChanges(entry: LibraryEntry | undefined) {
  const dispatch = useDispatch();
  const savedOf = useSaved();
  /** @returns the session, and the action that undoes it */
  const log = (base: LibraryEntry, words: SessionFields) => {
    const session: PlaySession = { ...madeFor(base), ...words, counts: true };
    dispatch(partRequested({ call: 'logPlaySession', base, before: null, now: session }));
    return { session, undo: partRequested({ call: 'removePlaySession', base, before: session, now: null }) };
  };
  return {
    log,
    change: (shown: PlaySession & Unsent, words: SessionFields) => {
      if (!entry) return;
      const before = savedOf<PlaySession>(shown);
      if (before) {
        const now = { ...before, ...words };
        dispatch(partRequested({ call: 'changePlaySession', base: entry, before, now }));
      } else log(entry, words);
    },
    remove: (shown: PlaySession & Unsent) => {
      const before = entry && savedOf<PlaySession>(shown);
      if (entry && before) dispatch(partRequested({ call: 'removePlaySession', base: entry, before, now: null }));
    },
  };
}

/** Returns the playthrough actions of an entry; they apply on this device immediately and sync later. */
export function usePlaythroughChanges(base: LibraryEntry) {
  const dispatch = useDispatch();
  const savedOf = useSaved();
  const withPlatform = (words: PlaythroughFields) => {
    const id = words.platform_id;
    const name = platformName(id);
    return { ...words, platform: ownPlatform(base.game, id) ?? (name === null ? null : { id, name }) };
  };
  const add = (words: PlaythroughFields) => {
    const now = { ...madeFor(base), ...withPlatform(words) };
    dispatch(partRequested({ call: 'addPlaythrough', base, before: null, now }));
  };
  return {
    add,
    change: (shown: Playthrough & Unsent, words: PlaythroughFields) => {
      const before = savedOf<Playthrough>(shown);
      if (!before) return add(words);
      const now = { ...before, ...withPlatform(words) };
      dispatch(partRequested({ call: 'changePlaythrough', base, before, now }));
    },
    remove: (shown: Playthrough & Unsent) => {
      const before = savedOf<Playthrough>(shown);
      if (before) dispatch(partRequested({ call: 'removePlaythrough', base, before, now: null }));
    },
  };
}
