import { type FavouritesState, views } from '@nightshelf/contracts';
import { defineProjection } from '@nightshelf/platform';
import { renewLibrary } from './library-version.ts';

export const favouritesProjection = defineProjection<FavouritesState, FavouritesState>({
  view: views.favouritesView,
  table: 'favourites',
  key: ['user_id'],
  keyType: 'uuid',
  columns: 'kept.user_id, to_json(kept.entry_ids) as entry_ids',
  kept: ({ user_id, entry_ids }) => ({ user_id, entry_ids }),
  async remove(em, userId) {
    await em.execute('delete from favourites where user_id = ?', [userId]);
    await renewLibrary(em, userId);
  },
});
