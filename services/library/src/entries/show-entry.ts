import { type LibraryEntry, presentEntry } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';
import { gameAsShownTo } from '../games/game-as-shown.ts';
import type { Entry } from './entry.ts';

/** An entry as its user sees it. */
export async function showEntry(em: EntityManager, entry: Entry): Promise<LibraryEntry> {
  return presentEntry(entry.versioned(), await gameAsShownTo(em, entry.userId, entry.guid));
}
