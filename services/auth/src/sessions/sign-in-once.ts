import { LockMode } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { IntendedWork, Repeatable } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

interface Proven {
  readonly user: User;
  /** The sign-in method; absent for a password. */
  readonly detail?: string | undefined;
  /** Stored with the session and read when it ends. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
}

interface SignIn {
  /** The browser's current identity, whose session ends. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** Verifies and consumes the proof in the sign-in's transaction. */
  readonly prove: (em: EntityManager) => Promise<Proven>;
  /** The error for a request that can no longer be repeated. */
  readonly expired: () => Error;
}

/**
 * Signs in with a one-time proof. A repeated request signs in again while the first session lasts; `withProof` must
 * bind the intent to the browser.
 * @returns the user and the session's cookie
 */
export async function signInOnce(
  intended: IntendedWork,
  { work, sessions }: Pick<AuthParts, 'work' | 'sessions'>,
  { caller, client, prove, expired }: SignIn,
): Promise<{ user: User; cookie: string }> {
  let signedIn: { user: User; cookie: string } | null = null;
  const done = await intended.transaction<Done>(async ({ em }) => {
    const proven = await prove(em);
    const { user } = proven;
    const cookie = await beginRecorded(em, sessions, { ...proven, caller, client });
    signedIn = { user, cookie };
    return { userId: user.id, at: await databaseTime(em), sessionId: sessions.idIn(cookie) };
  });
  return signedIn ?? repeatSignIn({ work, sessions }, done, { caller, client, expired });
}

type Beginning = Proven & Pick<SignIn, 'caller' | 'client'>;

/** Begins a session and records the sign-in in the audit trail. @returns the session's `Set-Cookie` value */
async function beginRecorded(
  em: EntityManager,
  sessions: BrowserSessions,
  { user, caller, client, detail, facts }: Beginning,
): Promise<string> {
  await recordActivity(em, { userId: user.id, kind: 'signed_in', client, detail: detail ?? null });
  return sessions.begin(user, caller, { client, ...(facts ? { facts } : {}) });
}

/** A repeated sign-in request gets a session within this time. */
const repeatedWithinMs = 5 * 60_000;

/** Stored with the idempotency key, without a token. A type instead of an interface, because it is stored as JSON. */
export type Done = {
  readonly userId: string;
  /** Time of the sign-in by `databaseTime`. */
  readonly at: number;
  /** The session that it began; the previous release did not store it. */
  readonly sessionId?: string | undefined;
};

/** Returns milliseconds since 1970 by the database's clock, which all replicas share. */
export async function databaseTime(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ now: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return row?.now ?? 0;
}

/**
 * Signs in again for a repeated request. Requires the first session instead of a proof, so that whatever ended that
 * session also prevents this.
 */
export function repeatSignIn(
  { work, sessions }: Pick<AuthParts, 'work' | 'sessions'>,
  { userId, at, sessionId }: Done,
  { caller, client, expired }: Omit<SignIn, 'prove'>,
): Promise<{ user: User; cookie: string }> {
  return work.transaction(async ({ em }) => {
    if (!sessionId || (await databaseTime(em)) - at >= repeatedWithinMs) throw expired();
    const user = await em.findOne(User, { id: userId, isActive: true }, { lockMode: LockMode.PESSIMISTIC_READ });
    if (!user || !(await sessions.isThere(sessionId))) throw expired();
    return { user, cookie: await sessions.begin(user, caller, { client }) };
  });
}

/**
 * Starts a session for a user with just verified credentials and records it in the audit trail.
 * @returns the session's `Set-Cookie` value
 * @throws CodedError 401 when the password was changed or the account closed since the check
 */
export async function startSession(work: Repeatable, sessions: BrowserSessions, beginning: Beginning): Promise<string> {
  // The idempotency record must not store the token, so a repeated request gets another session.
  return work.repeatable(async ({ em }) => {
    await lockUnchanged(em, beginning.user);
    return beginRecorded(em, sessions, beginning);
  });
}

/**
 * Locks the user until the session exists: a concurrent password change waits, and then ends this session too.
 * @throws CodedError 401 when the password was changed or the account closed since it was read
 */
export async function lockUnchanged(em: EntityManager, user: User): Promise<void> {
  const unchanged = await em.findOne(
    User,
    { id: user.id, isActive: true, passwordHash: user.passwordHash ?? null },
    { lockMode: LockMode.PESSIMISTIC_READ },
  );
  if (!unchanged) throw invalidCredentials();
}

/** The same response for an unknown user, a wrong password and an inactive account. */
export const invalidCredentials = () =>
  new CodedError(401, 'auth.invalid_credentials', 'Invalid username or password.');
