import type { Work } from '@nightshelf/platform/database/work.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { invalidCredentials, lockUnchanged } from '../sessions/sign-in-once.ts';
import { findActiveUser } from '../users/find-user.ts';
import type { Passwords } from './passwords.ts';

export interface Repetition {
  readonly userId: string;
  /** The password in the request. */
  readonly password: string;
  readonly caller: Identity | null;
  readonly client: Client;
}

/**
 * Starts the session of a repeated request whose response was lost. Checks the password again, because hours may have
 * passed.
 * @returns the session's cookie
 * @throws CodedError 401 when the account was closed or its password changed since then, 503 when busy
 */
export async function beginAgain(
  { work, passwords, sessions }: { work: Work; passwords: Passwords; sessions: BrowserSessions },
  { userId, password, caller, client }: Repetition,
): Promise<string> {
  const user = await findActiveUser(work.query(), userId);
  if (!user?.passwordHash || !(await passwords.matches(user.passwordHash, password, client)))
    throw invalidCredentials();
  return work.transaction(async ({ em }) => {
    await lockUnchanged(em, user);
    return sessions.begin(user, caller, { client });
  });
}
