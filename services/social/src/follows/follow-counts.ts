import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/**
 * Adds 1 or -1 to both users' counts, skipping a side from which the other user is hidden. Updates in the order of ids
 * to avoid deadlocks.
 */
export async function countFollow(
  em: EntityManager,
  followerId: string,
  followeeId: string,
  by: 1 | -1,
): Promise<void> {
  const hidden = await em.execute<{ user_id: string; up_to: string }[]>(
    'select user_id, up_to from hidden_follows where user_id in (?, ?) order by user_id for share',
    [followerId, followeeId],
  );
  const isHidden = (userId: string, from: string) =>
    hidden.some(({ user_id, up_to }) => user_id === userId && from <= up_to);
  const changes = [
    { userId: followerId, followers: 0, following: isHidden(followeeId, followerId) ? 0 : by },
    { userId: followeeId, followers: isHidden(followerId, followeeId) ? 0 : by, following: 0 },
  ];
  for (const { userId, followers, following } of changes.sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    // PostgreSQL checks constraints on the row to insert even when it updates instead, hence greatest().
    await em.execute(
      `insert into follow_counts as c (user_id, followers, following) values (?, greatest(?, 0), greatest(?, 0))
       on conflict (user_id) do update set followers = c.followers + ?, following = c.following + ?`,
      [userId, followers, following, followers, following],
    );
  }
}

/** Changes of a user's counts; a list may contain a user more than once. */
export interface Counted {
  readonly user_id: string;
  readonly followers: number;
  readonly following: number;
}

/** Adds (1) or subtracts (-1) these counts, in the order of ids to avoid deadlocks. */
export async function countWithOthers(em: EntityManager, counted: readonly Counted[], by: 1 | -1): Promise<void> {
  await em.execute(
    `with changes as (
       select user_id, sum(followers)::int as followers, sum(following)::int as following
       from jsonb_to_recordset(?::jsonb) as given (user_id uuid, followers int, following int)
       where followers + following > 0 group by user_id
     ), held as (
       select c.user_id from follow_counts c join changes using (user_id) order by c.user_id for update of c
     )
     update follow_counts c
     set followers = c.followers + ?::int * changes.followers, following = c.following + ?::int * changes.following
     from changes join held using (user_id) where c.user_id = changes.user_id`,
    [JSON.stringify(counted), by, by],
  );
}

export async function followerCount(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ followers: number }[]>('select followers from follow_counts where user_id = ?', [
    userId,
  ]);
  return row?.followers ?? 0;
}
