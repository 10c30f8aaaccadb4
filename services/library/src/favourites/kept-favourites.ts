import type { Favourites } from '@nightshelf/contracts/favourites.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { favouritesOf } from './favourites.ts';

/** Keeps a choice without its games, whose covers and names may take 12 KB. It is answered again as it is now. */
export const keptFavourites = (userId: string): Keeping<Favourites> => ({
  shorten: ({ version }) => ({ version, games: [] }),
  complete: (em) => favouritesOf(em, userId),
});
