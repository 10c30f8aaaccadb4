import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { useDispatch, useStore } from 'react-redux';
import { timeOrderedId } from '../../lib/time-ordered-id.ts';
import { ownPlatform } from '../library/as-found.ts';
import { selectPlaythroughChanges } from '../library/selectors.ts';
import { type LibraryState, libraryActions, playthroughRequested } from '../library/slice.ts';
import type { PlaythroughWords } from '../library/sync/change.ts';
import { savedBehind } from '../library/sync/refuse-part.ts';
import type { ShownPlaythrough } from './unsent-playthroughs.ts';

interface State {
  readonly library: LibraryState;
}

/** Returns the playthrough actions of an entry; they apply on this device immediately and sync later. */
export function usePlaythroughChanges(base: LibraryEntry) {
  const dispatch = useDispatch();
  const store = useStore<State>();
  const withPlatform = (words: PlaythroughWords) => {
    const id = words.platform_id;
    const name = platformName(id);
    return { ...words, platform: ownPlatform(base.game, id) ?? (name === null ? null : { id, name }) };
  };
  const add = (words: PlaythroughWords) => {
    const { guid, name } = base.game;
    const game = { guid, name, image_url: base.image_url };
    const made = { id: timeOrderedId(), version: 1, entry_id: base.id, game, ...withPlatform(words) };
    dispatch(playthroughRequested({ kind: 'add-playthrough', base, playthrough: made }));
  };
  const change = (playthrough: Playthrough, words: PlaythroughWords) => {
    const fields = withPlatform(words);
    dispatch(playthroughRequested({ kind: 'change-playthrough', base, playthrough, fields }));
  };
  /**
   * Drops a rejected change in favor of a new one, or of nothing.
   * @returns the server's playthrough, if any
   */
  const drop = (key: string): Playthrough | null => {
    const refused = selectPlaythroughChanges(store.getState()).find((one) => one.key === key);
    if (!refused) return null;
    const { playthrough, asks } = refused;
    const why = asks?.why ?? 'refused';
    const asked = { key, why, playthrough, saved: null };
    dispatch(libraryActions.conflictSettled({ entry: base, changes: {}, keys: [key], playthrough: asked }));
    return savedBehind(refused) as Playthrough | null;
  };
  return {
    add,
    change: (shown: ShownPlaythrough, words: PlaythroughWords) => {
      const { waits: _, refused, ...playthrough } = shown;
      const saved = refused === undefined ? playthrough : drop(refused);
      if (saved) change(saved, words);
      else add(words);
    },
    remove: ({ waits: _, refused, ...playthrough }: ShownPlaythrough) => {
      const saved = refused === undefined ? playthrough : drop(refused);
      if (saved) dispatch(playthroughRequested({ kind: 'remove-playthrough', base, playthrough: saved }));
    },
  };
}
