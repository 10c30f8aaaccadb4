import { views } from '@nightshelf/contracts';
import { defineProjection } from '@nightshelf/platform';

interface Kept {
  readonly is_public: boolean;
}

export const usersProjection = defineProjection<Kept, Kept>({
  view: views.countedUserView,
  table: 'users',
  key: ['id'],
  keyType: 'uuid',
  columns: 'kept.is_public',
  kept: ({ is_public }) => ({ is_public }),
  async remove(em, id) {
    await em.execute('delete from users where id = ?', [id]);
  },
});
