import type { UserState } from '@nightshelf/contracts/events/users.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { hideFollowsUnless } from '../follows/hide-follows.ts';

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
    to_char(kept.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`,
  kept: keep,
  keep,
  async remove(em, id) {
    // Unknown users are not hidden.
    await hideFollowsUnless(em, id, true);
    await em.execute('delete from users where id = ?', [id]);
  },
});
