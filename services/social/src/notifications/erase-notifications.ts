import type { EntityManager } from '@nightshelf/platform/database/database.ts';

/**
 * Deletes a user's notifications, settings and browsers, and others' notifications about the user.
 * @param limit rows per call
 * @returns whether more may be left
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
