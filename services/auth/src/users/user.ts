import { randomUUIDv7 } from 'node:crypto';
import { defineEntity, LockMode, p, raw } from '@mikro-orm/postgresql';
import { type UserState, userUpdated } from '@nightshelf/contracts/events/users.ts';
import type { Registration } from '@nightshelf/contracts/registration.ts';
import type { OwnUser, Privacy } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { CodedError, type FieldErrors } from '@nightshelf/platform/errors/coded-error.ts';
import { countFollows, type FollowCounts } from '../follows/follows.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    /** Null when an external account created the user and its provider had no verified address that was free. */
    email: p.text().nullable(),
    /** Null until the address is verified. */
    emailVerifiedAt: p.datetime().nullable(),
    /** Null when only external accounts sign in. */
    passwordHash: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    createdAt: p.datetime(),
    isActive: p.boolean(),
    /** When an operator disabled the account; null while it is active. */
    disabledAt: p.datetime().nullable(),
    privacy: p.text().$type<Privacy>(),
    version: p.integer(),
  },
});

/** An account. Names and addresses keep their case but are unique ignoring it. */
export class User extends UserSchema.class {
  /** @returns whether anything changed and an event is due */
  changePrivacy(privacy: Privacy): boolean {
    if (this.privacy === privacy) return false;
    this.privacy = privacy;
    this.version += 1;
    return true;
  }

  /** @returns whether anything changed and an event is due */
  become(isActive: boolean, now = new Date()): boolean {
    if (this.isActive === isActive) return false;
    this.isActive = isActive;
    this.disabledAt = isActive ? null : now;
    this.version += 1;
    return true;
  }

  /** @returns whether the address was unverified before and an event is due */
  verifyEmail(now = new Date()): boolean {
    if (!this.email || this.emailVerifiedAt) return false;
    this.emailVerifiedAt = now;
    this.version += 1;
    return true;
  }

  /** Sets a verified address. @returns whether it is the first verified one and an event is due */
  changeEmail(email: string, now = new Date()): boolean {
    const isFirst = !this.email || !this.emailVerifiedAt;
    this.email = email;
    this.emailVerifiedAt = now;
    if (isFirst) this.version += 1;
    return isFirst;
  }
}

UserSchema.setClass(User);

/** An account without its password hash. */
export type Account = Pick<
  User,
  'id' | 'username' | 'email' | 'firstName' | 'lastName' | 'createdAt' | 'isActive' | 'privacy' | 'version'
> &
  Partial<Pick<User, 'emailVerifiedAt'>>;

interface AccountForm extends Pick<Registration, 'username' | 'first_name' | 'last_name'> {
  readonly email: string | null;
}

/** Returns a new account; the caller stores it. */
export function newAccount(form: AccountForm, now = new Date()): Account {
  return {
    id: randomUUIDv7(),
    username: form.username,
    email: form.email,
    firstName: personName(form.first_name),
    lastName: personName(form.last_name),
    createdAt: now,
    isActive: true,
    privacy: 'public',
    version: 1,
  };
}

/** Normalizes and trims a name; null when nothing is left. */
const personName = (given: string | null) => given?.normalize('NFC').trim() || null;

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

export function presentOwnUser(user: Account, { followers, following }: FollowCounts): OwnUser {
  const { user_id: id, email_verified = false, ...state } = stateOf(user);
  return {
    id,
    ...state,
    email: user.email ?? null,
    email_verified,
    follower_count: followers,
    following_count: following,
  };
}

/** Returns the user's own account with current follow counts. */
export async function showOwnUser(em: EntityManager, user: Account): Promise<OwnUser> {
  return presentOwnUser(user, await countFollows(em, user.id));
}

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
