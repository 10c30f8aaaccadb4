import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { unknownPlayedGame } from '../games/played-game.ts';
import { findPlaythrough } from './playthroughs.ts';

/**
 * Stores an idempotent response without game and texts, which take up to 4 KB at 120 changes a minute. A replayed
 * response shows the current playthrough, or the shortened one after its removal.
 */
export const keptPlaythrough = (userId: string): Keeping<Playthrough> => ({
  shorten: (playthrough) => ({
    ...playthrough,
    game: unknownPlayedGame(playthrough.game.guid),
    platform: null,
    copy: null,
    dropped_at: null,
  }),
  complete: async (em, kept) => (await findPlaythrough(em, userId, kept.id)) ?? kept,
});
