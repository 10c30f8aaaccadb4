import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { gameAsShownTo, unknownGame } from '../games/game-as-shown.ts';

/**
 * Keeps a user's entry without its game, of which a client may have said 64 KB: changes, one after the other, would
 * otherwise fill the disk. An entry that is answered again shows the game as it is now.
 */
export const withoutGame = (userId: string): Keeping<LibraryEntry> => ({
  shorten: (entry) => presentEntry(stateOf(userId, entry), unknownGame(entry.guid)),
  complete: async (em, entry) => presentEntry(stateOf(userId, entry), await gameAsShownTo(em, userId, entry.guid)),
});

const stateOf = (userId: string, { id, ...entry }: LibraryEntry) => ({ ...entry, entry_id: id, user_id: userId });
