import type { SignedInSession } from '@nightshelf/contracts/accounts.ts';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { ListedSession } from '@nightshelf/platform/sessions/session-store.ts';
import type { FastifyInstance } from 'fastify';
import { deviceName } from '../clients/device-name.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';

interface Parts {
  readonly work: Work;
  readonly sessions: BrowserSessions;
}

export function sessionListRoutes(app: FastifyInstance, { work, sessions }: Parts): void {
  route(app, accountCalls.listSessions, async ({ identity: caller }) => {
    const listed = await sessions.list(caller.userId);
    const shown = listed.map((session) => present(session, caller.sessionId));
    return { success: true, message: 'Where you are signed in.', sessions: shown };
  });

  route(app, accountCalls.endSession, async ({ identity: caller, params, intent, request, reply }) => {
    await endSession(work.for(intent), sessions, { caller, client: clientOf(request), sessionId: params.id });
    if (params.id === caller.sessionId) reply.header('set-cookie', sessions.endedCookie());
    return { success: true, message: 'The session was ended.' };
  });

  route(app, accountCalls.endOtherSessions, async ({ identity: caller, intent, request }) => {
    const ended = await endOtherSessions(work.for(intent), sessions, { caller, client: clientOf(request) });
    return { success: true, message: 'You are signed out everywhere else.', ended_count: ended };
  });
}

const present = (session: ListedSession, currentId: string): SignedInSession => ({
  id: session.id,
  device: deviceName(session.device),
  address: session.address,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  is_current: session.id === currentId,
});
