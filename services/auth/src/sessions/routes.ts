import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { deviceName } from '../clients/known-devices.ts';
import type { AuthParts } from '../parts.ts';
import { findActiveUser, lockActiveUser, showOwnUser, type User } from '../users/user.ts';
import type { BrowserSessions } from './browser-sessions.ts';

const secondsUntil = (moment: Date) => Math.max(0, Math.floor((moment.getTime() - Date.now()) / 1000));

export function sessionRoutes(app: FastifyInstance, { work, sessions, deferred, providers }: AuthParts): void {
  route(app, authCalls.verifyToken, async ({ identity: caller, reply }) => {
    const em = work.query();
    const user = caller && (await findActiveUser(em, caller.userId));
    if (user && caller) {
      const ends = await sessions.store.endsAt(caller.sessionId).catch(() => null);
      const session = ends ? { session_ends: ends.toISOString(), session_lasts: secondsUntil(ends) } : {};
      return { success: true, message: 'You are signed in.', user: await showOwnUser(em, user), ...session };
    }
    if (caller) reply.header('set-cookie', sessions.endedCookie());
    return { success: false, message: 'Not signed in.', user: null };
  });

  route(app, authCalls.logout, async ({ identity: caller, intent, request, reply }) => {
    // A failing database must not prevent signing out.
    await work
      .for(intent)
      .noted(async () => undefined)
      .catch((error: unknown) => {
        if (error instanceof CodedError && error.status < 500) throw error;
      });
    // Set first, so that this browser is signed out even when ending the session fails.
    reply.header('set-cookie', sessions.endedCookie());
    const facts = caller && (await sessions.store.factsOf(caller.sessionId));
    if (caller && (await sessions.store.end(caller.userId, caller.sessionId))) {
      deferred.record({ userId: caller.userId, kind: 'signed_out', client: clientOf(request) });
    }
    const url = facts ? await providers.endSessionUrl(facts) : undefined;
    return { success: true, message: 'You are signed out.', ...(url ? { end_session_url: url } : {}) };
  });

  route(app, accountCalls.listSessions, async ({ identity: caller }) => {
    const listed = await sessions.store.list(caller.userId);
    const shown = listed.map(({ id, device, address, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(device),
      address,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      is_current: id === caller.sessionId,
    }));
    return { success: true, message: 'Where you are signed in.', sessions: shown };
  });

  route(app, accountCalls.endSession, async ({ identity: caller, params, intent, request, reply }) => {
    const { userId } = caller;
    await work.for(intent).transaction(async ({ em }) => {
      const session = (await sessions.store.list(userId)).find(({ id }) => id === params.id);
      if (!session) throw noSuchSession();
      const detail = deviceName(session.device);
      await recordActivity(em, { userId, kind: 'session_ended', client: clientOf(request), detail });
      // Runs last, so that the audit line is rolled back when another request has just ended the session.
      if (!(await sessions.store.end(userId, params.id))) throw noSuchSession();
      return null;
    });
    if (params.id === caller.sessionId) reply.header('set-cookie', sessions.endedCookie());
    return { success: true, message: 'The session was ended.' };
  });

  route(app, accountCalls.endOtherSessions, async ({ identity: caller, intent, request }) => {
    const { userId, sessionId } = caller;
    const ended = await work.for(intent).transaction(async ({ em }) => {
      await recordActivity(em, { userId, kind: 'other_sessions_ended', client: clientOf(request) });
      return sessions.store.endAll(userId, sessionId);
    });
    return { success: true, message: 'You are signed out everywhere else.', ended_count: ended };
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
