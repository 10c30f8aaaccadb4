import { userUpdated } from '@nightshelf/contracts';
import { type OwnedTopic, ownedEntities } from '@nightshelf/platform';
import { User } from './user.ts';
import { stateOf } from './user-state.ts';

export const ownedUsers: OwnedTopic = {
  topic: 'auth.users',
  parts: [ownedEntities(User, 'id', (user) => ({ event: userUpdated, data: stateOf(user), version: user.version }))],
};
