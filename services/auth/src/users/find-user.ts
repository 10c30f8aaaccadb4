import { LockMode, raw } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, type FieldErrors } from '@nightshelf/platform/errors/coded-error.ts';
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

/** @throws CodedError 409 naming each field whose value another user has, ignoring case */
export async function refuseTakenNames(
  em: EntityManager,
  { username, email }: { username: string; email: string | null },
): Promise<void> {
  const [taken] = await em.execute<{ username: boolean; email: boolean }[]>(
    `select exists (select from users where lower(username) = lower(?)) as username,
            exists (select from users where lower(email) = lower(?)) as email`,
    [username, email],
  );
  const errors: FieldErrors = {
    ...(taken?.username ? { username: ['Username is already taken'] } : {}),
    ...(taken?.email ? { email: ['Email is already registered'] } : {}),
  };
  const [first] = Object.values(errors).flat();
  if (first) throw new CodedError(409, 'auth.already_registered', first, { errors });
}
