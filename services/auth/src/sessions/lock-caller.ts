import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/**
 * Locks who is signed in, before something that opens the account for longer than their session. Whoever takes an account back ends
 * its sessions while it is locked: what was let in before that, and had to wait for it, is refused.
 * @throws CodedError 401 when the account is gone, or the session has ended
 */
export async function lockCaller(
  em: EntityManager,
  sessions: BrowserSessions,
  { userId, sessionId }: Pick<Identity, 'userId' | 'sessionId'>,
): Promise<User> {
  const user = await lockActiveUser(em, userId);
  if (!user || !(await sessions.isThere(sessionId))) throw unauthenticated();
  return user;
}
