import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';

/** Stores the fields that decide whether a user counts in statistics. */
export const onUserChanged = [
  on(userRegistered, (event) => storeUser(event, event.data)),
  on(userUpdated, (event) => storeUser(event, event.data)),
];

async function storeUser({ em }: Transaction, user: UserState): Promise<void> {
  const { user_id, is_active, privacy, created_at, email_verified = false } = user;
  if (await isErased(em, user_id)) return;
  await em.execute(
    `insert into users (id, is_public, created_at, email_verified) values (?, ?, ?, ?)
     on conflict (id) do update
     set is_public = excluded.is_public, created_at = excluded.created_at, email_verified = excluded.email_verified`,
    [user_id, is_active && privacy === 'public', created_at, email_verified],
  );
}
