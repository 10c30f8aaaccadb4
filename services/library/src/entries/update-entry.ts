import { entryUpdated, type LibraryEntry, presentEntry } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { gameAsShownTo } from '../games/game-as-shown.ts';
import { bumpLibrary } from '../vault/library-version.ts';
import type { EntryChange } from './entry.ts';
import { ownEntry } from './own-entry.ts';

/**
 * Changes an entry of the user's own vault; a change to what already is leaves no trace.
 * @throws CodedError 404 for an entry that is not in the user's vault
 */
export function updateEntry(work: Work, userId: string, id: string, change: EntryChange): Promise<LibraryEntry> {
  return work.transaction(async ({ em, publish }) => {
    const entry = await ownEntry(em, userId, id);
    if (entry.change(change)) {
      await em.flush();
      await bumpLibrary(em, userId);
      publish(entryUpdated, { data: entry.state(), version: entry.version });
    }
    return presentEntry(entry.versioned(), await gameAsShownTo(em, userId, entry.guid));
  });
}
