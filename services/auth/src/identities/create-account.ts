import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { userRegistered } from '@nightshelf/contracts';
import { conflict, type Origin, type Work } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { refuseTakenNames } from '../users/refuse-taken-names.ts';
import { newAccount, User } from '../users/user.ts';
import { stateOf } from '../users/user-state.ts';
import { LinkedIdentity, newLink, type ProvenIdentity } from './identity.ts';

export interface FirstSignIn {
  readonly identity: ProvenIdentity;
  readonly username: string;
  readonly origin: Origin;
  /** What users call the provider. */
  readonly providerName: string;
}

/**
 * Stores a new account that this identity opens. It gets the provider's address if nobody has that yet, and no password.
 * @throws CodedError 409 when the username is taken, or the identity opens an account already
 */
export async function createAccount(work: Work, first: FirstSignIn): Promise<User> {
  const { username } = first;
  const { issuer, subject, email } = first.identity;
  const refuse = async () => {
    if (await work.read().findOne(LinkedIdentity, { issuer, subject })) throw alreadyOpensOne();
    await refuseTakenNames(work.read(), { username, email: null });
  };
  await refuse();
  try {
    return await store(work, first, await addressIfFree(work, email));
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    await refuse();
    // Neither name nor identity, so somebody has just taken the address.
    return store(work, first, null);
  }
}

function store(
  work: Work,
  { identity, username, origin, providerName }: FirstSignIn,
  email: string | null,
): Promise<User> {
  return work.transaction(async ({ em, publish }) => {
    const user = em.create(User, newAccount({ username, email, first_name: null, last_name: null }));
    await em.flush();
    em.create(LinkedIdentity, { ...newLink(user.id, identity, user.createdAt), lastUsedAt: user.createdAt });
    await recordActivity(em, { userId: user.id, kind: 'registered', origin, detail: providerName });
    publish(userRegistered, { data: stateOf(user), version: user.version });
    return user;
  });
}

async function addressIfFree(work: Work, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const taken = await work.read().execute('select from users where lower(email) = lower(?)', [email]);
  return taken.length === 0 ? email : null;
}

const alreadyOpensOne = () =>
  conflict('auth.identity_already_linked', 'There is an account for this sign-in already. Please sign in again.');
