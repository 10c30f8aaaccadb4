import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/**
 * Takes away what a user was told and has chosen, the browsers it was sent to, and what others were told of the user.
 * @param limit rows at a time
 * @returns whether there may be more
 */
export async function eraseNotifications(em: EntityManager, userId: string, limit: number): Promise<boolean> {
  const gone = await em.execute<object[]>(
    `delete from notifications where (user_id, id) in (
       select user_id, id from notifications where user_id = ? or actor_id = ? limit ?) returning 1`,
    [userId, userId, limit],
  );
  await em.execute('delete from notification_settings where user_id = ?', [userId]);
  await em.execute('delete from digests where user_id = ?', [userId]);
  await em.execute('delete from push_subscriptions where user_id = ?', [userId]);
  await em.execute('delete from notification_spreads where actor_id = ?', [userId]);
  return gone.length === limit;
}
