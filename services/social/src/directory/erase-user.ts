import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { endFollows } from '../follows/follow-counts.ts';
import { notifyPage } from '../libraries/library-version.ts';

/** Rows per table and transaction. */
const batch = 2000;

/** Tables with their key and the columns that name a user. Notifications about the user belong to others. */
const largeTables = [
  ['entries', 'entry_id', ['user_id']],
  ['deeds', 'entry_id', ['user_id']],
  ['notifications', 'user_id, id', ['user_id', 'actor_id']],
] as const;
const smallTables = [
  ...['library_versions', 'favourites', 'follow_counts'],
  ...['notification_settings', 'digests', 'push_subscriptions'],
];

/**
 * Deletes a part of everything stored about a user and publishes the end of each follow.
 * @returns whether more may be left
 */
export async function eraseUser(transaction: Transaction, userId: string): Promise<boolean> {
  const { em, notifyClients } = transaction;
  const [user] = await em.execute<{ username: string }[]>('delete from users where id = ? returning username', [
    userId,
  ]);
  // Stored responses to other users contain the username.
  if (user) {
    const named = `"username":${JSON.stringify(user.username)}`;
    await em.execute('delete from idempotency_keys where strpos(result, ?) > 0', [named]);
    notifyPage({ notifyClients }, userId);
  }
  let more = await endFollows(transaction, userId, batch);
  for (const [table, key, columns] of largeTables) {
    const ofUser = columns.map((column) => `${column} = ?`).join(' or ');
    const gone = await em.execute<object[]>(
      `delete from ${table} where (${key}) in (select ${key} from ${table} where ${ofUser} limit ${batch}) returning 1`,
      columns.map(() => userId),
    );
    more ||= gone.length === batch;
  }
  for (const table of smallTables) await em.execute(`delete from ${table} where user_id = ?`, [userId]);
  await em.execute('delete from notification_spreads where actor_id = ?', [userId]);
  return more;
}
