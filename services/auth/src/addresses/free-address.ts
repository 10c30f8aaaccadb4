import { LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { User } from '../users/user.ts';
import { revokeLinks } from './address-links.ts';

/** A user who is to have an address, and who has it, if anybody else does. */
export interface Locked {
  /** Null when there is none or the account is not active. */
  readonly user: User | null;
  readonly holder: User | null;
}

/** Locks both, in the order of their ids: two who want each other's address would wait for each other for ever otherwise. */
export async function lockForAddress(em: EntityManager, userId: string, email: string): Promise<Locked> {
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
 * Takes an address that somebody has shown to have from an account that has never shown it. That account stays, without
 * an address; who did it is nothing that its audit trail is to tell.
 * @param holder locked
 * @throws CodedError 409 when the other account has shown it, too
 */
export async function freeAddress(em: EntityManager, holder: User | null): Promise<void> {
  if (!holder) return;
  if (holder.emailVerifiedAt) throw emailTaken();
  holder.email = null;
  await revokeLinks(em, holder.id, ['verify']);
  await recordActivity(em, { userId: holder.id, kind: 'email_given_up', client: { address: null, device: null } });
}

const emailTaken = () => conflict('auth.email_taken', 'This address belongs to another account.');

/** The same for an address that somebody has taken between the look and the change. */
export function unlessTaken(error: unknown): never {
  throw error instanceof UniqueConstraintViolationException ? emailTaken() : error;
}
