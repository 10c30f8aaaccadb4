import type { UserState } from '@nightshelf/contracts';
import type { Account } from './user.ts';

/** The user as other services may know them: neither email address nor password. */
export function stateOf(user: Account): UserState {
  return {
    user_id: user.id,
    username: user.username,
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    created_at: user.createdAt.toISOString(),
    is_active: user.isActive,
    privacy: user.privacy,
  };
}
