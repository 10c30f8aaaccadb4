import { entryRemoved } from '@nightshelf/contracts/events/entries.ts';
import type { EntryHint } from '@nightshelf/contracts/live.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { forgetDescriptions } from '../games/described-game.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { renewListsOf } from '../lists/removals.ts';
import type { Entry } from './entry.ts';
import { ownEntry } from './own-entry.ts';
import { refuseChanged } from './refuse-changed.ts';
import { forgetRemoved, keepRemoved } from './removed-entry.ts';
import { tellVault } from './tell-vault.ts';

interface Removal {
  readonly userId: string;
  readonly id: string;
  /** The version to remove; null for any. */
  readonly ifVersion: number | null;
}

/**
 * Removes an entry; the user can restore it for ten minutes.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 with the entry when it has another version
 */
export function removeEntry(work: Change, { userId, id, ifVersion }: Removal): Promise<null> {
  return work.transaction(async (transaction) => {
    const entry = await ownEntry(transaction.em, userId, id);
    await refuseChanged(transaction.em, entry, ifVersion);
    const [removed] = await takeOutOfVault(transaction, userId, [entry], { areListed: true });
    if (removed) tellVault(transaction, userId, removed);
    return null;
  });
}

/**
 * Removes locked entries.
 * @param options.areListed false when the caller knows that no game list has them, which skips the search
 * @returns the removals, for notifications
 */
export async function takeOutOfVault(
  transaction: Transaction,
  userId: string,
  entries: readonly Entry[],
  { areListed }: { readonly areListed: boolean },
): Promise<EntryHint[]> {
  const { em, publish } = transaction;
  const removals = entries.map(({ id, guid, version }) => ({ entry_id: id, guid, version: version + 1 }));
  await keepRemoved(
    em,
    entries.map(({ id }) => id),
  );
  for (const entry of entries) em.remove(entry);
  await em.flush();
  await forgetDescriptions(
    em,
    userId,
    entries.map(({ guid }) => guid),
  );
  if (areListed) for (const { id } of entries) await renewListsOf(transaction, userId, id);
  await bumpLibrary(em, userId);
  await forgetRemoved(em);
  for (const { entry_id, guid, version } of removals) {
    publish(entryRemoved, { data: { entry_id, user_id: userId, guid }, version });
  }
  return removals;
}
