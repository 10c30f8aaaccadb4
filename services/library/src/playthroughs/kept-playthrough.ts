import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { unknownPlayedGame } from '../games/played-game.ts';
import { findPlaythrough } from './playthroughs.ts';

/**
 * Keeps a playthrough without its game and words, up to 4 KB 120 times a minute. It is answered again as it is now; one that was
 * removed, as far as it was kept.
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
