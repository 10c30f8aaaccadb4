import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { gameAsShownTo, unknownGame } from '../games/game-as-shown.ts';

/**
 * Stores an idempotent response without its game, which may take 64 KB: repeated changes would otherwise fill the disk.
 * A replayed response shows the current game.
 */
export const withoutGame = (userId: string): Keeping<LibraryEntry> => ({
  shorten: (entry) => presentEntry(stateOf(userId, entry), unknownGame(entry.guid)),
  complete: async (em, entry) => presentEntry(stateOf(userId, entry), await gameAsShownTo(em, userId, entry.guid)),
});

const stateOf = (userId: string, { id, ...entry }: LibraryEntry) => ({ ...entry, entry_id: id, user_id: userId });
