import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { type OwnedPart, type OwnedTopic, ownedEntities } from '@nightshelf/platform/events/projections/owned.ts';
import { stateOf, User } from './user.ts';

const present = ownedEntities(User, 'id', (user) => ({
  event: userUpdated,
  data: stateOf(user),
  version: user.version,
}));

const deleted: OwnedPart = {
  async read(em, { after, limit }) {
    const rows = await em.execute<{ user_id: string; version: number }[]>(
      `select user_id, version from erased_users where ?::uuid is null or user_id > ?::uuid
       order by user_id limit ? for share`,
      [after, after, limit],
    );
    return rows.map(({ user_id, version }) => ({ event: userDeleted, data: { user_id }, version, removed: true }));
  },
};

/** All users and all deletions. */
export const ownedUsers: OwnedTopic = { topic: 'auth.users', parts: [present, deleted] };
