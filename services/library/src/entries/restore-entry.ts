import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { bringBack } from './bring-back.ts';
import { alreadyAdded, onceInLibrary } from './once-in-library.ts';
import { gameRemoved } from './removed-entry.ts';
import { showEntry } from './show-entry.ts';
import { tellVault } from './tell-vault.ts';
import { withoutGame } from './without-game.ts';

/**
 * Restores an entry exactly as it was, including its date, up to ten minutes after its removal.
 * @throws CodedError 404 when there is nothing to restore, 409 when the library has the game again
 */
export function restoreEntry(work: Change, userId: string, id: string): Promise<LibraryEntry> {
  return onceInLibrary(() =>
    work.transaction(async (transaction) => {
      const guid = await gameRemoved(transaction.em, userId, id);
      if (guid === null)
        throw notFound('library.entry_not_found', 'This game can no longer be restored. Please add it again.');
      const [entry] = await bringBack(transaction, userId, [{ id, guid }]);
      if (!entry) throw alreadyAdded();
      tellVault(transaction, userId, entry.versioned());
      return showEntry(transaction.em, entry);
    }, withoutGame(userId)),
  );
}
