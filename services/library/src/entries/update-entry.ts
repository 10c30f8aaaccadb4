import { entryUpdated, type LibraryEntry } from '@nightshelf/contracts';
import type { Change } from '@nightshelf/platform';
import { letTypedHoursStand } from '../journal/entry-hours.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import type { EntryChange } from './entry.ts';
import { ownEntry } from './own-entry.ts';
import { refuseChanged } from './refuse-changed.ts';
import { showEntry } from './show-entry.ts';
import { tellVault } from './tell-vault.ts';
import { withoutGame } from './without-game.ts';

interface Update {
  readonly userId: string;
  readonly id: string;
  readonly change: EntryChange;
  /** The version that it was made for; null for any. */
  readonly ifVersion: number | null;
}

/**
 * Changes an entry of the user's own library; one that changes nothing leaves version and events alone.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 with the entry when it has another version
 */
export function updateEntry(work: Change, { userId, id, change, ifVersion }: Update): Promise<LibraryEntry> {
  return work.transaction(async ({ em, publish, tell }) => {
    const entry = await ownEntry(em, userId, id);
    await refuseChanged(em, entry, ifVersion);
    const hours = entry.hoursPlayed;
    if (entry.change(change)) {
      await em.flush();
      if (entry.hoursPlayed !== hours) await letTypedHoursStand(em, id);
      await bumpLibrary(em, userId);
      publish(entryUpdated, { data: entry.state(), version: entry.version });
      tellVault({ tell }, userId, entry.versioned());
    }
    return showEntry(em, entry);
  }, withoutGame(userId));
}
