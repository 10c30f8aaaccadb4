import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { endFollows } from '../follows/follow-counts.ts';
import { notifyPage } from '../libraries/library-version.ts';
import { eraseNotifications } from '../notifications/compose-notifications.ts';

/** Rows per table and transaction. */
const batch = 2000;

/**
 * Deletes a part of everything stored about a user and publishes the end of each follow.
 * @returns whether more may be left
 */
export async function eraseUser(transaction: Transaction, userId: string): Promise<boolean> {
  const { em, tell } = transaction;
  const [user] = await em.execute<{ username: string }[]>('delete from users where id = ? returning username', [
    userId,
  ]);
  // Stored responses to other users contain the username.
  if (user) {
    const named = `"username":${JSON.stringify(user.username)}`;
    await em.execute('delete from idempotency_keys where strpos(result, ?) > 0', [named]);
    notifyPage({ tell }, userId);
  }
  let more = await endFollows(transaction, userId, batch);
  for (const table of ['entries', 'deeds']) {
    const gone = await em.execute<object[]>(
      `delete from ${table} where entry_id in (select entry_id from ${table} where user_id = ? limit ${batch}) returning 1`,
      [userId],
    );
    more ||= gone.length === batch;
  }
  for (const table of ['library_versions', 'favourites', 'follow_counts']) {
    await em.execute(`delete from ${table} where user_id = ?`, [userId]);
  }
  return (await eraseNotifications(em, userId, batch)) || more;
}
