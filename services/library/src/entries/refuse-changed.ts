import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Entry } from './entry.ts';
import { showEntry } from './show-entry.ts';

/**
 * Rejects a change that was made for another version of the entry; the caller must hold the row lock.
 * @param ifVersion the version that the change was made for; null for any
 * @throws CodedError 409 with the current entry
 */
export async function refuseChanged(em: EntityManager, entry: Entry, ifVersion: number | null): Promise<void> {
  if (ifVersion === null || ifVersion === entry.version) return;
  throw new CodedError(409, 'library.entry_changed', 'This entry was changed elsewhere.', {
    body: { entry: await showEntry(em, entry) },
  });
}
