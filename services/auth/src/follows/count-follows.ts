import type { EntityManager } from '@nightshelf/platform/database/database.ts';

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
