import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { conflict, type EntityManager } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { findUserByLogin } from '../users/find-user.ts';
import { User } from '../users/user.ts';
import { revokeLinks } from './address-links.ts';

/**
 * Takes an address that `userId` has shown to have from an account that has never shown it. That account stays, without
 * an address; who did it is nothing that its audit trail is to tell.
 * @throws CodedError 409 when the other account has shown it, too
 */
export async function freeAddress(em: EntityManager, email: string, userId: string): Promise<void> {
  const holder = await findUserByLogin(em, email);
  if (!holder || holder.id === userId) return;
  const locked = await em.findOneOrFail(
    User,
    { id: holder.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (locked.email?.toLowerCase() !== email.toLowerCase()) return;
  if (locked.emailVerifiedAt) throw emailTaken();
  locked.email = null;
  await revokeLinks(em, locked.id, ['verify']);
  await recordActivity(em, { userId: locked.id, kind: 'email_given_up', client: { address: null, device: null } });
}

const emailTaken = () => conflict('auth.email_taken', 'This address belongs to another account.');

/** The same for an address that somebody has taken between the look and the change. */
export function unlessTaken(error: unknown): never {
  throw error instanceof UniqueConstraintViolationException ? emailTaken() : error;
}
