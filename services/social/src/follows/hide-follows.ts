import type { EntityManager } from '@nightshelf/platform';

/**
 * Counts the follows of a user, both ways, no more with those on the other side (-1), or again (1). The relations stay: the
 * user is hidden while the account is not active, and comes back with all of them. In the order of ids, so that two
 * users cannot block each other.
 */
export async function countWithOthers(em: EntityManager, userId: string, by: 1 | -1): Promise<void> {
  await em.execute(
    `with changes as (
       select user_id, sum(followers)::int as followers, sum(following)::int as following
       from (
         select followee_id as user_id, 1 as followers, 0 as following from follows where follower_id = ? and active
         union all
         select follower_id, 0, 1 from follows where followee_id = ? and active
       ) sides group by user_id
     ), held as (
       select c.user_id from follow_counts c join changes using (user_id) order by c.user_id for update of c
     )
     update follow_counts c
     set followers = c.followers + ?::int * changes.followers, following = c.following + ?::int * changes.following
     from changes join held using (user_id) where c.user_id = changes.user_id`,
    [userId, userId, by, by],
  );
}

/** Call it before a user's account is stored: others count their follows with it while it is active, and only then. */
export async function hideFollowsUnless(em: EntityManager, userId: string, isActive: boolean): Promise<void> {
  const [known] = await em.execute<{ is_active: boolean }[]>('select is_active from users where id = ? for update', [
    userId,
  ]);
  if ((known?.is_active ?? true) !== isActive) await countWithOthers(em, userId, isActive ? 1 : -1);
}
