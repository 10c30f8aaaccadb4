import type { LibraryEntry, PlaySession } from '@nightshelf/contracts';
import type { Keeping } from '@nightshelf/platform';
import { withoutGame } from '../entries/without-game.ts';

type Result = { readonly session?: PlaySession; readonly user_game: LibraryEntry };

/** Keeps what a change of sessions answers without the game of the entry, as changes of entries do. */
export function keptWithoutGame<Kept extends Result>(userId: string): Keeping<Kept> {
  const { shorten, complete } = withoutGame(userId);
  return {
    shorten: (result) => ({ ...result, user_game: shorten(result.user_game) }),
    complete: async (em, kept) => ({ ...kept, user_game: await complete(em, kept.user_game) }),
  };
}
