import { LockMode } from '@mikro-orm/postgresql';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Repeatable } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { invalidCredentials } from './invalid-credentials.ts';

export interface NewSession {
  readonly user: User;
  /** Who the browser was signed in as before, if anybody; that session ends. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** Name of the OpenID provider, when it was one. */
  readonly detail?: string;
  /** Kept with the session and known again when it ends. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Starts the session of a user whose credentials were checked just before, and says so in the audit trail.
 * @returns the value of the session's `Set-Cookie` header
 * @throws CodedError 401 when the password was changed, or the account closed, since the check
 */
export async function startSession(
  work: Repeatable,
  sessions: BrowserSessions,
  { user, caller, client, detail, facts }: NewSession,
): Promise<string> {
  // Not kept with the idempotency key, since its token is a secret: the same request sent again gets another session.
  return work.repeatable(async ({ em }) => {
    await lockUnchanged(em, user);
    await recordActivity(em, { userId: user.id, kind: 'signed_in', client, ...(detail ? { detail } : {}) });
    return sessions.begin(user, caller, { client, ...(facts ? { facts } : {}) });
  });
}

/**
 * Locks the user until the session exists: a password change at this moment waits, and then ends this session too.
 * @throws CodedError 401 when the password was changed, or the account closed, since it was read
 */
export async function lockUnchanged(em: EntityManager, user: User): Promise<void> {
  const unchanged = await em.findOne(
    User,
    { id: user.id, isActive: true, passwordHash: user.passwordHash ?? null },
    { lockMode: LockMode.PESSIMISTIC_READ },
  );
  if (!unchanged) throw invalidCredentials();
}
