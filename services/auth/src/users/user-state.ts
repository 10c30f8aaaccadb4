import { type UserState, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Account } from './user.ts';

/** Returns the user's public state for other services, without email address and password. */
export function stateOf(user: Account): UserState {
  return {
    user_id: user.id,
    username: user.username,
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    created_at: user.createdAt.toISOString(),
    is_active: user.isActive,
    privacy: user.privacy,
    email_verified: Boolean(user.email && user.emailVerifiedAt),
  };
}

/** Publishes a user whose version has just been raised. */
export const publishUser = ({ publish }: Pick<Transaction, 'publish'>, user: Account): void =>
  publish(userUpdated, { data: stateOf(user), version: user.version });
