import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { gameAsShownTo } from '../games/game-as-shown.ts';
import type { Entry } from './entry.ts';

/** Returns the entry as the API shows it to its user. */
export async function showEntry(em: EntityManager, entry: Entry): Promise<LibraryEntry> {
  return presentEntry(entry.versioned(), await gameAsShownTo(em, entry.userId, entry.guid));
}
