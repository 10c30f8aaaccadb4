import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { type OwnUser, userRegistered } from '@nightshelf/contracts';
import { conflict, type IntendedWork, notFound, type Origin, type Transaction, type Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { noFollows } from '../follows/count-follows.ts';
import { presentOwnUser } from '../users/presenter.ts';
import { refuseTakenNames } from '../users/refuse-taken-names.ts';
import { newAccount, User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';
import { LinkedIdentity, newLink } from './identity.ts';
import type { PendingIdentity } from './kept-values.ts';

export interface FirstSignIn {
  /** Null when it was finished before: then there has to be a result that was kept. */
  readonly waiting: PendingIdentity | null;
  readonly username: string;
  readonly origin: Origin;
  /** What users call a provider. */
  readonly nameOf: (provider: string) => string;
}

/** What a first sign-in came to. A type, not an interface, since it is kept as JSON. */
export type FirstSignInOutcome = { readonly user: OwnUser; readonly returnTo: string };

/**
 * Stores a new account that this identity opens. It gets the provider's address if nobody has that yet, and no password.
 * @throws CodedError 404 when nothing waits, 409 when the username is taken, or the identity opens an account already
 */
export async function createAccount(
  intended: IntendedWork,
  work: Work,
  first: FirstSignIn,
): Promise<FirstSignInOutcome> {
  const prepare = async () => {
    if (!first.waiting) throw nothingPending();
    await refuse(work, first.waiting, first.username);
    return { waiting: first.waiting, email: await addressIfFree(work, first.waiting.email) };
  };
  try {
    return await intended.prepared(prepare, (transaction, { waiting, email }) =>
      store(transaction, first, waiting, email),
    );
  } catch (error) {
    const { waiting } = first;
    if (!waiting || !(error instanceof UniqueConstraintViolationException)) throw error;
    await refuse(work, waiting, first.username);
    // Neither name nor identity, so somebody has just taken the address.
    return intended.transaction((transaction) => store(transaction, first, waiting, null));
  }
}

async function refuse(work: Work, { issuer, subject }: PendingIdentity, username: string): Promise<void> {
  if (await work.read().findOne(LinkedIdentity, { issuer, subject })) throw alreadyOpensOne();
  await refuseTakenNames(work.read(), { username, email: null });
}

async function store(
  { em, publish }: Transaction,
  { username, origin, nameOf }: FirstSignIn,
  waiting: PendingIdentity,
  email: string | null,
): Promise<FirstSignInOutcome> {
  const user = em.create(User, newAccount({ username, email, first_name: null, last_name: null }));
  await em.flush();
  em.create(LinkedIdentity, { ...newLink(user.id, waiting, user.createdAt), lastUsedAt: user.createdAt });
  await recordActivity(em, { userId: user.id, kind: 'registered', origin, detail: nameOf(waiting.provider) });
  publish(userRegistered, { data: stateOf(user), version: user.version });
  return { user: presentOwnUser(user, noFollows), returnTo: waiting.returnTo };
}

async function addressIfFree(work: Work, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const taken = await work.read().execute('select from users where lower(email) = lower(?)', [email]);
  return taken.length === 0 ? email : null;
}

export const nothingPending = () => notFound('auth.no_pending_identity', 'This sign-in has ended. Please begin again.');

const alreadyOpensOne = () =>
  conflict('auth.identity_already_linked', 'There is an account for this sign-in already. Please sign in again.');
