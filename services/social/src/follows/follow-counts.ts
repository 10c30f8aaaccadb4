import type { EntityManager } from '@nightshelf/platform';

/** Counts one more (1) or one less (-1) on both sides, in the order of ids, so that two users cannot block each other. */
export async function countFollow(
  em: EntityManager,
  followerId: string,
  followeeId: string,
  by: 1 | -1,
): Promise<void> {
  const changes = [
    { userId: followerId, followers: 0, following: by },
    { userId: followeeId, followers: by, following: 0 },
  ];
  for (const { userId, followers, following } of changes.sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    // PostgreSQL checks the row to insert even where it then updates: greatest() keeps -1 out of that check.
    await em.execute(
      `insert into follow_counts as c (user_id, followers, following) values (?, greatest(?, 0), greatest(?, 0))
       on conflict (user_id) do update set followers = c.followers + ?, following = c.following + ?`,
      [userId, followers, following, followers, following],
    );
  }
}

export async function followerCount(em: EntityManager, userId: string): Promise<number> {
  const [row] = await em.execute<{ followers: number }[]>('select followers from follow_counts where user_id = ?', [
    userId,
  ]);
  return row?.followers ?? 0;
}
