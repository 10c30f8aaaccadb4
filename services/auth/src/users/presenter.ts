import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { countFollows, type FollowCounts } from '../follows/follows.ts';
import type { Account } from './user.ts';

export function presentOwnUser(user: Account, { followers, following }: FollowCounts): OwnUser {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? null,
    email_verified: Boolean(user.email && user.emailVerifiedAt),
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    created_at: user.createdAt.toISOString(),
    is_active: user.isActive,
    privacy: user.privacy,
    follower_count: followers,
    following_count: following,
  };
}

/** Returns the user's own account with current follow counts. */
export async function showOwnUser(em: EntityManager, user: Account): Promise<OwnUser> {
  return presentOwnUser(user, await countFollows(em, user.id));
}
