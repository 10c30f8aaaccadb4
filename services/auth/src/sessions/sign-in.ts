import { LockMode } from '@mikro-orm/postgresql';
import type { Identity, Origin, Repeatable } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { invalidCredentials } from './invalid-credentials.ts';

export interface SignIn {
  readonly user: User;
  /** Who the browser was before. */
  readonly presented: Identity | null;
  readonly origin: Origin;
  /** Name of the OpenID provider, when it was one. */
  readonly detail?: string;
  /** To be known again when the session ends. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Signs a user in whose credentials were checked just before, and says so in the audit trail.
 * @returns the value of the session's `Set-Cookie` header
 * @throws CodedError 401 when the password was changed, or the account closed, since the check
 */
export async function signIn(
  work: Repeatable,
  sessions: BrowserSessions,
  { user, presented, origin, detail, facts }: SignIn,
): Promise<string> {
  // A session is a secret and never kept: sent again, another one begins.
  return work.repeatable(async ({ em }) => {
    // Held until the session is there: who changes the password at this moment waits, and ends this session too.
    const unchanged = await em.findOne(
      User,
      { id: user.id, isActive: true, passwordHash: user.passwordHash ?? null },
      { lockMode: LockMode.PESSIMISTIC_READ },
    );
    if (!unchanged) throw invalidCredentials();
    await recordActivity(em, { userId: user.id, kind: 'signed_in', origin, ...(detail ? { detail } : {}) });
    return sessions.begin(user, presented, { origin, ...(facts ? { facts } : {}) });
  });
}
