import { userFollowed, userUnfollowed } from '@nightshelf/contracts/events/follows.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { type EventHandler, on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';

export interface FollowCounts {
  readonly followers: number;
  readonly following: number;
}

export const noFollows: FollowCounts = { followers: 0, following: 0 };

/** Counts on every call, so that no stored counter can drift. Excludes closed accounts. */
export async function countFollows(em: EntityManager, userId: string): Promise<FollowCounts> {
  const [counts] = await em.execute<FollowCounts[]>(
    `with hidden as (select id from users where not is_active)
     select (select count(*)::int from follows where followee_id = ?)
              - (select count(*)::int from hidden join follows on follower_id = id where followee_id = ?) as followers,
            (select count(*)::int from follows where follower_id = ?)
              - (select count(*)::int from hidden join follows on followee_id = id where follower_id = ?) as following`,
    [userId, userId, userId, userId],
  );
  return counts ?? noFollows;
}

/** Maintains auth's copy of the follows. */
export const onFollowChanged: readonly EventHandler[] = [
  on(userFollowed, async ({ em, data: { follower_id, followee_id } }) => {
    if (await isErased(em, follower_id, followee_id)) return;
    const insert = 'insert into follows (follower_id, followee_id) values (?, ?) on conflict do nothing';
    await em.execute(insert, [follower_id, followee_id]);
  }),
  on(userUnfollowed, ({ em, data: { follower_id, followee_id } }) => deleteFollow(em, [follower_id, followee_id])),
];

async function deleteFollow(em: EntityManager, users: string[]): Promise<void> {
  await em.execute('delete from follows where follower_id = ? and followee_id = ?', users);
}

/** Keeps only the existence of the relation. */
export const followsProjection = defineProjection<object, object, null>({
  topic: 'social.follows',
  table: 'follows',
  key: ['follower_id', 'followee_id'],
  keyType: 'uuid',
  columns: 'null',
  kept: () => null,
  keep: () => null,
  remove: (em, subject) => deleteFollow(em, subject.split(':')),
});
