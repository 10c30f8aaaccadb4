import type { LibraryEntry } from '@nightshelf/contracts';
import type { SagaGenerator } from 'typed-redux-saga';
import { type EntryChanges, entryNow, updateEntry } from './api.ts';
import { mergeChanges } from './merge-changes.ts';

/** How often a change is fitted to what another tab or device has just stored, before it is given up. */
const rounds = 5;

interface Stored {
  readonly saved: LibraryEntry;
  /** What is not stored, since the same fields were changed elsewhere. */
  readonly touching: EntryChanges;
}

const isEmpty = (changes: EntryChanges) => Object.keys(changes).length === 0;

/**
 * Stores what changes of an entry undo nobody else's.
 * @param base the entry that the user saw when they made the changes
 * @param known the entry as the server last confirmed it, which may be later
 * @param intent names the changes; with a version it names what is sent, since from the two follows all of it
 * @throws ApiError, NetworkError
 */
export function* storeChanges(
  base: LibraryEntry,
  changes: EntryChanges,
  known: LibraryEntry,
  intent: string,
): SagaGenerator<Stored> {
  let now = known;
  for (let round = 1; ; round += 1) {
    const { apart, touching } = mergeChanges(base, changes, now);
    if (isEmpty(apart)) return { saved: now, touching };
    try {
      const { user_game } = yield* updateEntry(base.id, apart, now.version, `${intent}-${now.version}`);
      return { saved: user_game, touching };
    } catch (error) {
      const changed = entryNow(error);
      if (!changed || round === rounds) throw error;
      now = changed;
    }
  }
}
