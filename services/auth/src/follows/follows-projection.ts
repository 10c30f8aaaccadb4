import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';

/** Keeps only the existence of the relation. */
export const followsProjection = defineProjection<object, object, null>({
  topic: 'social.follows',
  table: 'follows',
  key: ['follower_id', 'followee_id'],
  keyType: 'uuid',
  columns: 'null',
  kept: () => null,
  keep: () => null,
  async remove(em, subject) {
    await em.execute('delete from follows where follower_id = ? and followee_id = ?', subject.split(':'));
  },
});
