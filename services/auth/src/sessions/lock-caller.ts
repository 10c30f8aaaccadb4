import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

/**
 * Locks the caller before a change that outlives their session, so that a concurrent account recovery prevents the
 * change.
 * @throws CodedError 401 when the account is gone or the session has ended
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
