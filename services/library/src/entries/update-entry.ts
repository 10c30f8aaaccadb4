import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import type { Entry, EntryChange } from './entry.ts';
import { ownEntry, refuseChanged, showEntry, tellVault, withoutGame } from './own-entry.ts';

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

/** Changes a locked entry and publishes it; does nothing when no field differs. */
export async function changeEntry({ em, publish, tell }: Transaction, entry: Entry, to: EntryChange): Promise<void> {
  const hours = entry.hoursPlayed;
  if (!entry.change(to)) return;
  await em.flush();
  if (entry.hoursPlayed !== hours) await letTypedHoursStand(em, entry.id);
  await bumpLibrary(em, entry.userId);
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  tellVault({ tell }, entry.userId, entry.versioned());
}
