import { LockMode, raw } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { User } from './user.ts';

const lower = (column: string) => raw(`lower(${column})`);

/** @returns the user, or null when missing or inactive */
export async function findActiveUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id, isActive: true });
}

/**
 * Locks an active user until the transaction ends. Lock users first, in the order of their ids, then their rows: even
 * an audit line needs its user's row.
 */
export async function lockActiveUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id, isActive: true }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** @returns the user with this username or email address, ignoring case; usernames contain no @ */
export async function findUserByLogin(em: EntityManager, usernameOrEmail: string): Promise<User | null> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  return em.findOne(User, { [lower(column)]: usernameOrEmail.toLowerCase() });
}
