import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { IntendedWork } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { noFollows } from '../follows/follows.ts';
import { type Done, databaseTime } from '../sessions/sign-in-once.ts';
import { refuseTakenNames } from '../users/find-user.ts';
import { newAccount, presentOwnUser, stateOf, User } from '../users/user.ts';
import type { CallbackParts, PendingSignIn } from './authorization.ts';
import { LinkedAccount, newLink } from './linked-accounts.ts';

interface FirstSignIn {
  /** Null for a repeated request; the idempotency record has its result. */
  readonly pending: PendingSignIn | null;
  readonly username: string;
  readonly client: Client;
  /** Begins the session. @returns its id */
  readonly begin: (user: User) => Promise<string>;
}

/** Stored as JSON with the idempotency key, hence a type instead of an interface. */
type FirstSignInOutcome = Partial<Done> & { readonly user: OwnUser; readonly returnTo: string };

/**
 * Creates a user with this external account and no password. Uses the provider's email address unless another user has
 * it.
 * @throws CodedError 404 when no sign-in is pending, 409 when the username is taken or the external account is linked
 */
export async function createUser(
  intended: IntendedWork,
  { work, providers }: CallbackParts,
  { pending, username, client, begin }: FirstSignIn,
): Promise<FirstSignInOutcome> {
  const prepare = async () => {
    if (!pending) throw nothingPending();
    const { issuer, subject, email } = pending;
    const em = work.query();
    if (await em.findOne(LinkedAccount, { issuer, subject })) throw alreadyLinked();
    await refuseTakenNames(em, { username, email: null });
    const isTaken = (await em.execute('select from users where lower(email) = lower(?)', [email])).length > 0;
    return { first: pending, email: isTaken ? null : email };
  };
  type Prepared = Awaited<ReturnType<typeof prepare>>;
  const store = async ({ em, publish }: Transaction, { first, email }: Prepared): Promise<FirstSignInOutcome> => {
    const account = newAccount({ username, email, first_name: null, last_name: null });
    // The provider has verified the address.
    const user = em.create(User, { ...account, emailVerifiedAt: email === null ? null : account.createdAt });
    await em.flush();
    em.create(LinkedAccount, { ...newLink(user.id, first, user.createdAt), lastUsedAt: user.createdAt });
    const { name: detail } = providers.describe(first.provider);
    await recordActivity(em, { userId: user.id, kind: 'registered', client, detail });
    publish(userRegistered, { data: stateOf(user), version: user.version });
    const sessionId = await begin(user);
    return { user: presentOwnUser(user, noFollows), returnTo: first.returnTo, at: await databaseTime(em), sessionId };
  };
  return intended.prepared(prepare, store).catch(async (error: unknown) => {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Another request has just taken the username, the external account or only the email address.
    const prepared = await prepare();
    return intended.transaction((transaction) => store(transaction, { ...prepared, email: null }));
  });
}

export const nothingPending = () =>
  notFound('auth.no_pending_identity', 'This sign-in has expired. Please start again.');

const alreadyLinked = () =>
  conflict('auth.identity_already_linked', 'An account for this sign-in already exists. Please sign in again.');

const shortest = 3;
const longest = 20;
/** How many numbered variants to try when a name is taken. */
const attempts = 30;

/**
 * @param names of the user at the provider, best candidate first
 * @returns a valid, free username, or an empty string when none can be derived
 */
export async function suggestUsername(em: EntityManager, names: readonly string[]): Promise<string> {
  const candidates = [...new Set(names.map(toUsername).filter((name) => name.length >= shortest))].flatMap(variants);
  if (candidates.length === 0) return '';
  const taken = await em.execute<{ username: string }[]>(
    'select lower(username) as username from users where lower(username) in (?)',
    [candidates.map((name) => name.toLowerCase())],
  );
  const isTaken = new Set(taken.map(({ username }) => username));
  return candidates.find((name) => !isTaken.has(name.toLowerCase())) ?? '';
}

/** @returns the name reduced to the characters of usernames; may be too short */
export function toUsername(name: string): string {
  return (name.split('@')[0] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, longest)
    .replace(/^_+|_+$/g, '');
}

/** Returns the name and its numbered variants, cut to the maximum length. */
function variants(name: string): string[] {
  const numbered = Array.from({ length: attempts }, (_, index) => {
    const digits = String(index + 2);
    return name.slice(0, longest - digits.length) + digits;
  });
  return [name, ...numbered];
}
