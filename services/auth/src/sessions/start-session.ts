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
  /** The browser's current identity, whose session ends. */
  readonly caller: Identity | null;
  readonly client: Client;
  /** Name of the OpenID provider, if any. */
  readonly detail?: string;
  /** Stored with the session and read when it ends. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Starts a session for a user with just verified credentials and records it in the audit trail.
 * @returns the session's `Set-Cookie` value
 * @throws CodedError 401 when the password was changed or the account closed since the check
 */
export async function startSession(
  work: Repeatable,
  sessions: BrowserSessions,
  { user, caller, client, detail, facts }: NewSession,
): Promise<string> {
  // The idempotency record must not store the token, so a repeated request gets another session.
  return work.repeatable(async ({ em }) => {
    await lockUnchanged(em, user);
    await recordActivity(em, { userId: user.id, kind: 'signed_in', client, ...(detail ? { detail } : {}) });
    return sessions.begin(user, caller, { client, ...(facts ? { facts } : {}) });
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
