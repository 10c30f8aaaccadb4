import { type UserState, userRegistered, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { on } from '@nightshelf/platform/events/handler.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';

/** Whether a user counts in statistics over all users. */
interface Kept {
  readonly is_public: boolean;
  readonly created_at: string | null;
  readonly email_verified: boolean;
}

const keep = ({ is_active, privacy, created_at, email_verified = false }: UserState): Kept => ({
  is_public: is_active && privacy === 'public',
  created_at,
  email_verified,
});

async function storeUser({ em }: Transaction, user: UserState): Promise<void> {
  if (await isErased(em, user.user_id)) return;
  const { is_public, created_at, email_verified } = keep(user);
  await em.execute(
    `insert into users (id, is_public, created_at, email_verified) values (?, ?, ?, ?)
     on conflict (id) do update
     set is_public = excluded.is_public, created_at = excluded.created_at, email_verified = excluded.email_verified`,
    [user.user_id, is_public, created_at, email_verified],
  );
}

export const onUserChanged = [
  on(userRegistered, (event) => storeUser(event, event.data)),
  on(userUpdated, (event) => storeUser(event, event.data)),
];

export const usersProjection = defineProjection<UserState, Kept, Kept>({
  topic: 'auth.users',
  table: 'users',
  key: ['id'],
  keyType: 'uuid',
  columns: `kept.is_public, kept.email_verified,
    to_char(kept.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`,
  kept: ({ is_public, created_at, email_verified }) => ({ is_public, created_at, email_verified }),
  keep,
  async remove(em, id) {
    await em.execute('delete from users where id = ?', [id]);
  },
});
