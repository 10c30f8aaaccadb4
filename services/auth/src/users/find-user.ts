import { LockMode, raw } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { User } from './user.ts';

const lower = (column: string) => raw(`lower(${column})`);

/** @returns the user with this id, or null when there is none or the account is not active */
export async function findActiveUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id, isActive: true });
}

/**
 * The same, locked against other changes until the transaction ends. Users come first, in the order of their ids, and then
 * what hangs on them: a line of the audit trail waits for its user's row, too.
 */
export async function lockActiveUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** @returns the user with this username or email address, whatever the case; no username has an @ in it */
export async function findUserByLogin(em: EntityManager, usernameOrEmail: string): Promise<User | null> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  return em.findOne(User, { [lower(column)]: usernameOrEmail.toLowerCase() });
}
