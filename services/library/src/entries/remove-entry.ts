import { entryRemoved } from '@nightshelf/contracts';
import type { Change } from '@nightshelf/platform';
import { forgetDescription } from '../games/described-game.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { renewListsOf } from '../lists/removals.ts';
import { ownEntry } from './own-entry.ts';
import { refuseChanged } from './refuse-changed.ts';
import { forgetRemoved, keepRemoved } from './removed-entry.ts';
import { tellVault } from './tell-vault.ts';

interface Removal {
  readonly userId: string;
  readonly id: string;
  /** The version that is to be removed; null for any. */
  readonly ifVersion: number | null;
}

/**
 * Removes an entry; for ten minutes it can be put back as it was.
 * @throws CodedError 404 for an entry that is not in the user's library, 409 with the entry when it has another version
 */
export function removeEntry(work: Change, { userId, id, ifVersion }: Removal): Promise<null> {
  return work.transaction(async (transaction) => {
    const { em, publish, tell } = transaction;
    const entry = await ownEntry(em, userId, id);
    await refuseChanged(em, entry, ifVersion);
    const { entry_id, guid } = entry.state();
    const version = entry.version + 1;
    await keepRemoved(em, entry_id);
    em.remove(entry);
    await em.flush();
    await forgetDescription(em, userId, guid);
    await renewListsOf(transaction, userId, entry_id);
    await bumpLibrary(em, userId);
    await forgetRemoved(em);
    publish(entryRemoved, { data: { entry_id, user_id: userId, guid }, version });
    tellVault({ tell }, userId, { entry_id, guid, version });
    return null;
  });
}
