import { z } from 'zod';
import { id } from '../fields.ts';
import { mostFavourites } from '../list-rules.ts';
import { defineEvent } from './event.ts';

const state = z.object({ user_id: id, entry_ids: z.array(id).max(mostFavourites) });

/**
 * The games that a user has chosen for their profile, in order. Some entries may have been removed or be private, so
 * consumers check them in their copy of the entries.
 */
export const favouritesChanged = defineEvent({
  type: 'library.favourites.changed.v1',
  topic: 'library.favourites',
  data: state,
  subject: ({ user_id }) => user_id,
});

export type FavouritesState = z.infer<typeof state>;
