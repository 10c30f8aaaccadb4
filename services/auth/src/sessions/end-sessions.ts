import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Client } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { recordActivity } from '../activity/activity.ts';
import { deviceName } from '../clients/device-name.ts';
import { lockActiveUser } from '../users/find-user.ts';
import type { User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

interface Ending {
  readonly caller: Identity;
  readonly client: Client;
}

/** Ends a session of the user. @throws CodedError 404 when the user has no such session */
export async function endSession(
  work: Change,
  sessions: BrowserSessions,
  { caller: { userId }, client, sessionId }: Ending & { sessionId: string },
): Promise<void> {
  await work.transaction(async ({ em }) => {
    const session = (await sessions.list(userId)).find(({ id }) => id === sessionId);
    if (!session) throw noSuchSession();
    await recordActivity(em, { userId, kind: 'session_ended', client, detail: deviceName(session.device) });
    // Runs last, so that the audit line is rolled back when another request has just ended the session.
    if (!(await sessions.end({ userId, sessionId }))) throw noSuchSession();
    return null;
  });
}

/** Ends all sessions except the caller's. @returns the number ended */
export async function endOtherSessions(
  work: Change,
  sessions: BrowserSessions,
  { caller: { userId, sessionId }, client }: Ending,
): Promise<number> {
  return work.transaction(async ({ em }) => {
    await recordActivity(em, { userId, kind: 'other_sessions_ended', client });
    return sessions.endAll(userId, sessionId);
  });
}

const noSuchSession = () => notFound('auth.session_not_found', 'Session not found.');

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
