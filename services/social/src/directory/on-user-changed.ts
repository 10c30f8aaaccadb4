import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { hideFollowsUnless } from '../follows/hide-follows.ts';
import { tellPage } from '../profiles/tell-page.ts';

/** Maintains a copy of all users from auth's events. */
export const onUserChanged = [
  on(userRegistered, (event) => storeUser(event, event.data)),
  on(userUpdated, (event) => storeUser(event, event.data)),
];

async function storeUser({ em, tell }: Transaction, user: UserState): Promise<void> {
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
  tellPage({ tell }, user.user_id);
}
