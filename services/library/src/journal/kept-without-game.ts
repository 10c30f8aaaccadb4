import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { withoutGame } from '../entries/without-game.ts';
import { unknownPlayedGame } from '../games/played-game.ts';
import { findSession, presentSession } from './play-sessions.ts';

type Result = { readonly session?: PlaySession; readonly user_game: LibraryEntry };

/**
 * Stores an idempotent response without game and note, which take up to 4 KB at 120 changes a minute. A replayed
 * response shows the current session, or the shortened one after its removal.
 */
export function keptWithoutGame<Kept extends Result>(userId: string): Keeping<Kept> {
  const { shorten, complete } = withoutGame(userId);
  return {
    shorten: (result) => ({
      ...result,
      ...(result.session && { session: short(result.session) }),
      user_game: shorten(result.user_game),
    }),
    complete: async (em, kept) => ({
      ...kept,
      ...(kept.session && { session: await asItIs(em, userId, kept.session) }),
      user_game: await complete(em, kept.user_game),
    }),
  };
}

const short = (session: PlaySession): PlaySession => ({
  ...session,
  game: unknownPlayedGame(session.game.guid),
  note: null,
});

async function asItIs(em: EntityManager, userId: string, kept: PlaySession): Promise<PlaySession> {
  const now = await findSession(em, userId, kept.id);
  return now ? presentSession(now) : kept;
}
