import type { UserState } from '@nightshelf/contracts/events/users.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';

/** Whether a user counts in figures over all users. */
interface Kept {
  readonly is_public: boolean;
  readonly created_at: string | null;
  readonly email_verified: boolean;
}

export const usersProjection = defineProjection<UserState, Kept, Kept>({
  topic: 'auth.users',
  table: 'users',
  key: ['id'],
  keyType: 'uuid',
  columns: `kept.is_public, kept.email_verified,
    to_char(kept.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`,
  kept: ({ is_public, created_at, email_verified }) => ({ is_public, created_at, email_verified }),
  keep: ({ is_active, privacy, created_at, email_verified = false }) => ({
    is_public: is_active && privacy === 'public',
    created_at,
    email_verified,
  }),
  async remove(em, id) {
    await em.execute('delete from users where id = ?', [id]);
  },
});
