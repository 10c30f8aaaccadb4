import { entryRemoved } from '@nightshelf/contracts';
import type { Work } from '@nightshelf/platform';
import { forgetDescription } from '../games/described-game.ts';
import { bumpLibrary } from '../vault/library-version.ts';
import { ownEntry } from './own-entry.ts';
import { keepRemoved } from './removed-entry.ts';

/**
 * Removes an entry; for ten minutes it can be put back as it was.
 * @throws CodedError 404 for an entry that is not in the user's vault
 */
export function removeEntry(work: Work, userId: string, id: string): Promise<void> {
  return work.transaction(async ({ em, publish }) => {
    const entry = await ownEntry(em, userId, id);
    const { entry_id, guid } = entry.state();
    const version = entry.version + 1;
    await keepRemoved(em, entry_id);
    em.remove(entry);
    await em.flush();
    await forgetDescription(em, userId, guid);
    await bumpLibrary(em, userId);
    publish(entryRemoved, { data: { entry_id, user_id: userId, guid }, version });
  });
}
