import { views } from '@nightshelf/contracts/events/views.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';

export const followsProjection = defineProjection<object, null>({
  view: views.followView,
  table: 'follows',
  key: ['follower_id', 'followee_id'],
  keyType: 'uuid',
  columns: 'null',
  kept: () => null,
  async remove(em, subject) {
    await em.execute('delete from follows where follower_id = ? and followee_id = ?', subject.split(':'));
  },
});
