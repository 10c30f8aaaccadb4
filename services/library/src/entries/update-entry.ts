import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { changeEntry } from './change-entry.ts';
import type { EntryChange } from './entry.ts';
import { ownEntry } from './own-entry.ts';
import { refuseChanged } from './refuse-changed.ts';
import { showEntry } from './show-entry.ts';
import { withoutGame } from './without-game.ts';

interface Update {
  readonly userId: string;
  readonly id: string;
  readonly change: EntryChange;
  /** The version that the change was made for; null for any. */
  readonly ifVersion: number | null;
}

/**
 * Changes an entry of the user's own library.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 with the entry when it has another version
 */
export function updateEntry(work: Change, { userId, id, change, ifVersion }: Update): Promise<LibraryEntry> {
  return work.transaction(async (transaction) => {
    const entry = await ownEntry(transaction.em, userId, id);
    await refuseChanged(transaction.em, entry, ifVersion);
    await changeEntry(transaction, entry, change);
    return showEntry(transaction.em, entry);
  }, withoutGame(userId));
}
