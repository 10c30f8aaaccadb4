import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts';
import { isErased, on, type Transaction } from '@nightshelf/platform';

/** Keeps of every user whether what is counted over everybody counts them: active, and public. */
export const onUserChanged = [
  on(userRegistered, (event) => storeUser(event, event.data)),
  on(userUpdated, (event) => storeUser(event, event.data)),
];

async function storeUser({ em }: Transaction, { user_id, is_active, privacy }: UserState): Promise<void> {
  if (await isErased(em, user_id)) return;
  await em.execute(
    `insert into users (id, is_public) values (?, ?) on conflict (id) do update set is_public = excluded.is_public`,
    [user_id, is_active && privacy === 'public'],
  );
}
