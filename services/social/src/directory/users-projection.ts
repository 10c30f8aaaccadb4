import type { UserState } from '@nightshelf/contracts/events/users.ts';
import { views } from '@nightshelf/contracts/events/views.ts';
import { defineProjection } from '@nightshelf/platform/events/projections/projection.ts';
import { hideFollowsUnless } from '../follows/hide-follows.ts';

interface Row extends Omit<UserState, 'user_id'> {
  readonly id: string;
}

export const usersProjection = defineProjection<Row, UserState>({
  view: views.userView,
  table: 'users',
  key: ['id'],
  keyType: 'uuid',
  columns: `kept.id, kept.username, kept.first_name, kept.last_name, kept.is_active, kept.privacy,
    to_char(kept.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`,
  kept: (row) => ({
    user_id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    created_at: row.created_at,
    is_active: row.is_active,
    privacy: row.privacy,
  }),
  async remove(em, id) {
    // Unknown users are not hidden.
    await hideFollowsUnless(em, id, true);
    await em.execute('delete from users where id = ?', [id]);
  },
});
