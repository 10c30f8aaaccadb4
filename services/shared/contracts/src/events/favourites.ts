import { z } from 'zod';
import { id } from '../fields.ts';
import { mostFavourites } from '../list-rules.ts';
import { defineEvent } from './event.ts';

const state = z.object({ user_id: id, entry_ids: z.array(id).max(mostFavourites) });

/**
 * What a user has chosen to stand for them, in order. Some of the entries may have been removed, or be nobody's business: whoever shows
 * them asks its copy of the entries.
 */
export const favouritesChanged = defineEvent({
  type: 'library.favourites.changed.v1',
  topic: 'library.favourites',
  data: state,
  subject: ({ user_id }) => user_id,
  key: ({ user_id }) => user_id,
});

export type FavouritesState = z.infer<typeof state>;
