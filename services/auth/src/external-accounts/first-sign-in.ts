import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import type { OwnUser } from '@nightshelf/contracts/users.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import { conflict, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { withProof } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { noFollows } from '../follows/follows.ts';
import type { AuthParts } from '../parts.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { type Done, databaseTime, repeatSignIn } from '../sessions/sign-in-once.ts';
import { LinkedAccount, newLink } from '../users/linked-accounts.ts';
import { newAccount, presentOwnUser, refuseTakenNames, stateOf, User } from '../users/user.ts';
import { pendingSignIns } from './authorization.ts';
import { sessionFacts } from './identity-providers.ts';

/** Stored as JSON with the idempotency key, hence a type instead of an interface. */
type FirstSignInOutcome = Partial<Done> & { readonly user: OwnUser; readonly returnTo: string };

/** Routes that complete the first sign-in with an external account by choosing a username. */
export function firstSignInRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, providers, sessions } = parts;

  route(app, accountCalls.getPendingIdentity, async ({ request }) => {
    const pending = await pendingSignIns.find(parts, request.headers.cookie);
    if (!pending) throw nothingPending();
    return {
      success: true,
      message: 'Please choose a username.',
      provider: providers.describe(pending.provider),
      suggested_username: await suggestUsername(work.query(), pending.names),
      email: pending.email,
    };
  });

  // Creates a user with the external account and no password. Uses the provider's email address unless another user has
  // it.
  route(app, accountCalls.completeIdentitySignIn, async ({ body, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { username } = body;
    const { cookie } = request.headers;
    const pending = await pendingSignIns.find(parts, cookie);
    const client = clientOf(request);
    let session: string | null = null;
    const prepare = async () => {
      // A repeated request gets the result of the first one.
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
      session = await sessions.begin(user, caller, { client, facts: sessionFacts(first.provider, first.idToken) });
      const done = { at: await databaseTime(em), sessionId: sessions.idIn(session) };
      return { user: presentOwnUser(user, noFollows), returnTo: first.returnTo, ...done };
    };
    // Binds the stored result to this browser, so that another one cannot replay the idempotency key.
    const intended = work.for(withProof(intent, pendingSignIns.proofOf(parts, cookie)));
    const outcome = await intended.prepared(prepare, store).catch(async (error: unknown) => {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      // Another request has just taken the username, the external account or only the email address.
      const prepared = await prepare();
      return intended.transaction((transaction) => store(transaction, { ...prepared, email: null }));
    });
    const { user, returnTo, at = 0, sessionId } = outcome;
    // A repeated request must not bypass a second factor that the user has added since.
    if (!session && (await secondFactorMethods(work.query(), user.id)).length > 0) throw nothingPending();
    const again = { caller, client, expired: nothingPending };
    session ??= (await repeatSignIn(parts, { userId: user.id, at, sessionId }, again)).cookie;
    // Ends the pending sign-in only after the user is stored, so that a taken name can be replaced.
    await pendingSignIns.take(parts, cookie);
    reply.header('set-cookie', session);
    reply.header('set-cookie', pendingSignIns.endedCookie(parts));
    return { success: true, message: `Welcome to Nightshelf, ${user.username}!`, user, return_to: returnTo };
  });
}

const nothingPending = () => notFound('auth.no_pending_identity', 'This sign-in has expired. Please start again.');

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
async function suggestUsername(em: EntityManager, names: readonly string[]): Promise<string> {
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
