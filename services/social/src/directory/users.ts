import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { endFollows, hideFollowsUnless } from '../follows/follow-counts.ts';
import { notifyPage } from '../libraries/library-version.ts';

/** Maintains a copy of all users from auth's events. */
export const onUserChanged = [
  on(userRegistered, (event) => storeUser(event, event.data)),
  on(userUpdated, (event) => storeUser(event, event.data)),
];

async function storeUser({ em, notifyClients }: Transaction, user: UserState): Promise<void> {
  if (await isErased(em, user.user_id)) return;
  await hideFollowsUnless(em, user.user_id, user.is_active);
  await em.execute(
    `insert into users (id, username, first_name, last_name, created_at, is_active, privacy)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update
     set username = excluded.username, first_name = excluded.first_name, last_name = excluded.last_name,
       created_at = excluded.created_at, is_active = excluded.is_active, privacy = excluded.privacy`,
    [user.user_id, user.username, user.first_name, user.last_name, user.created_at, user.is_active, user.privacy],
  );
  notifyPage({ notifyClients }, user.user_id);
}

type Kept = Omit<UserState, 'email_verified'>;

const keep = ({ user_id, username, first_name, last_name, created_at, is_active, privacy }: Kept): Kept => ({
  user_id,
  username,
  first_name,
  last_name,
  created_at,
  is_active,
  privacy,
});

export const usersProjection = defineProjection<UserState, Kept, Kept>({
  topic: 'auth.users',
  table: 'users',
  key: ['id'],
  keyType: 'uuid',
  columns: `kept.id as user_id, kept.username, kept.first_name, kept.last_name, kept.is_active, kept.privacy,
    ${instant('kept.created_at')} as created_at`,
  kept: keep,
  keep,
  async remove(em, id) {
    // Unknown users are not hidden.
    await hideFollowsUnless(em, id, true);
    await em.execute('delete from users where id = ?', [id]);
  },
});

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
