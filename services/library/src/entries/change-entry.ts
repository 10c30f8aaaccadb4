import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import type { Entry, EntryChange } from './entry.ts';
import { tellVault } from './tell-vault.ts';

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
