import type { FavouritesState } from '@nightshelf/contracts/events/favourites.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { renewLibrary } from './library-version.ts';

export const favouritesProjection = defineProjection<FavouritesState, FavouritesState, FavouritesState>({
  topic: 'library.favourites',
  table: 'favourites',
  key: ['user_id'],
  keyType: 'uuid',
  columns: 'kept.user_id, to_json(kept.entry_ids) as entry_ids',
  kept: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
  keep: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
  async remove(em, userId) {
    await em.execute('delete from favourites where user_id = ?', [userId]);
    await renewLibrary(em, userId);
  },
});
