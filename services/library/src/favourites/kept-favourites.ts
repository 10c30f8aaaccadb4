import type { Favourites } from '@nightshelf/contracts/favourites.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { favouritesOf } from './favourites.ts';

/**
 * Stores an idempotent response without its games, which may take 12 KB; a replayed response shows the current
 * favourites.
 */
export const keptFavourites = (userId: string): Keeping<Favourites> => ({
  shorten: ({ version }) => ({ version, games: [] }),
  complete: (em) => favouritesOf(em, userId),
});
