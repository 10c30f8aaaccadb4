import type * as libraryCalls from '@nightshelf/contracts/calls/library.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { versionWanted } from '@nightshelf/platform/http/headers.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import type { RequestOf } from '../serve.ts';
import type { Entry, EntryChange } from './entry.ts';
import { notifyOfEntry, ownEntry, refuseChanged, showEntry, withoutGame } from './own-entry.ts';

export function updateEntry({ userId, params, body, request, change }: RequestOf<typeof libraryCalls.updateEntry>) {
  const { if_version, ...to } = body;
  return change.transaction(async (transaction) => {
    const entry = await ownEntry(transaction.em, userId, params.id);
    await refuseChanged(transaction.em, entry, versionWanted(request.headers['if-match'], if_version));
    await changeEntry(transaction, entry, to);
    return showEntry(transaction.em, entry);
  }, withoutGame(userId));
}

/**
 * Changes a locked entry and publishes it. The caller must flush the change and bump the library.
 * @returns whether a field differs
 */
export async function applyChange({ em, publish }: Transaction, entry: Entry, to: EntryChange): Promise<boolean> {
  const hours = entry.hoursPlayed;
  if (!entry.change(to)) return false;
  if (entry.hoursPlayed !== hours) await letTypedHoursStand(em, entry.id);
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  return true;
}

/** Changes a locked entry and notifies its user's devices; does nothing when no field differs. */
export async function changeEntry(transaction: Transaction, entry: Entry, to: EntryChange): Promise<void> {
  if (!(await applyChange(transaction, entry, to))) return;
  await transaction.em.flush();
  await bumpLibrary(transaction.em, entry.userId);
  notifyOfEntry(transaction, entry.userId, entry.versioned());
}
