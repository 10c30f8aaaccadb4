import { LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import { recordActivity } from '../activity/activity.ts';
import { revokeLinks } from '../mail/mailed-links.ts';
import { User } from '../users/user.ts';

/**
 * Locks the user who claims an address, and its current holder, in the order of their ids, so that two users who swap
 * addresses cannot deadlock.
 * @returns as `user` null when the account is missing or inactive
 */
export async function lockForAddress(em: EntityManager, userId: string, email: string) {
  const isTheirs = { [raw('lower(email)')]: email.toLowerCase() };
  const locked = await em.find(
    User,
    { $or: [{ id: userId }, isTheirs] },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  return {
    user: locked.find(({ id, isActive }) => id === userId && isActive) ?? null,
    holder: locked.find(({ id }) => id !== userId) ?? null,
  };
}

/**
 * Takes an address from an account that never verified it. Its audit trail does not name the new owner.
 * @param holder locked
 * @throws CodedError 409 when the holder has verified the address
 */
export async function freeAddress(em: EntityManager, holder: User | null): Promise<void> {
  if (!holder) return;
  if (holder.emailVerifiedAt) throw emailTaken();
  holder.email = null;
  await revokeLinks(em, holder.id, ['verify']);
  await recordActivity(em, { userId: holder.id, kind: 'email_given_up', client: { address: null, device: null } });
}

const emailTaken = () => conflict('auth.email_taken', 'This address belongs to another account.');

/** Maps a unique violation on the address to the same error. */
export function unlessTaken(error: unknown): never {
  throw error instanceof UniqueConstraintViolationException ? emailTaken() : error;
}
