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

const calls = {
  session: { add: 'logPlaySession', change: 'changePlaySession', remove: 'removePlaySession' },
  playthrough: { add: 'addPlaythrough', change: 'changePlaythrough', remove: 'removePlaythrough' },
} as const;

export type PartChanges<P extends Part, Fields> = ReturnType<typeof usePartChanges<P, Fields>>;

/** Returns the actions of an entry's sessions or playthroughs; they apply on this device immediately and sync later. */
function usePartChanges<P extends Part, Fields>(
  kind: keyof typeof calls,
  entry: LibraryEntry | undefined,
  partOf: (fields: Fields, before: P | null) => Partial<P>,
) {
  const dispatch = useDispatch();
  const savedOf = useSaved();
  const request = (does: 'add' | 'change' | 'remove', base: LibraryEntry, before: P | null, now: P | null) =>
    partRequested({ call: calls[kind][does], base, before, now } as Parameters<typeof partRequested>[0]);
  /** @returns the part, and the action that undoes it */
  const add = (base: LibraryEntry, fields: Fields) => {
    const part = { ...madeFor(base), ...partOf(fields, null) } as P;
    dispatch(request('add', base, null, part));
    return { part, undo: request('remove', base, part, null) };
  };
  return {
    add,
    change: (shown: P & Unsent, fields: Fields) => {
      if (!entry) return;
      const before = savedOf<P>(shown);
      if (before) dispatch(request('change', entry, before, { ...before, ...partOf(fields, before) }));
      else add(entry, fields);
    },
    remove: (shown: P & Unsent) => {
      const before = entry && savedOf<P>(shown);
      if (entry && before) dispatch(request('remove', entry, before, null));
    },
  };
}

export const usePlayChanges = (entry: LibraryEntry | undefined) =>
  usePartChanges<PlaySession, SessionFields>('session', entry, (fields, before) => ({
    ...fields,
    counts: before?.counts ?? true,
  }));

export const usePlaythroughChanges = (entry: LibraryEntry) =>
  usePartChanges<Playthrough, PlaythroughFields>('playthrough', entry, (fields) => {
    const id = fields.platform_id;
    const name = platformName(id);
    return { ...fields, platform: ownPlatform(entry.game, id) ?? (name === null ? null : { id, name }) };
  });
