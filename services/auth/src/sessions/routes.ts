import { authCalls } from '@nightshelf/contracts';
import { CodedError, type IntendedWork, originOf, route, type ServiceParts } from '@nightshelf/platform';
import { recordActivity } from '../activity/record-activity.ts';
import type { Background } from '../background/background.ts';
import { findActiveUser } from '../users/find-user.ts';
import { showOwnUser } from '../users/presenter.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { type LogInParts, logIn } from './log-in.ts';
import { signIn } from './sign-in.ts';

interface Parts extends LogInParts {
  readonly sessions: BrowserSessions;
  readonly background: Background;
  /** Where to end the session at the OpenID provider that has opened it, by what was kept with it. */
  readonly endSessionUrl: (facts: Readonly<Record<string, string>>) => Promise<string | undefined>;
}

/** Signing in and out, and who is signed in. */
export const sessionRoutes =
  ({ sessions, background, endSessionUrl, ...parts }: Parts): ServiceParts['routes'] =>
  (app) => {
    const { work, guard } = parts;

    route(app, authCalls.login, async ({ body, identity, intent, request, reply }) => {
      const intended = work.for(intent);
      await intended.refuseReused();
      await sessions.checkAvailable();
      const origin = originOf(request);
      const { cookie } = request.headers;
      const user = await logIn(parts, { credentials: body, origin, cookies: cookie });
      const shown = await showOwnUser(work.read(), user);
      const session = await signIn(intended, sessions, { user, presented: identity, origin });
      reply.header('set-cookie', [session, guard.devices.remember(cookie, user.id)]);
      return { success: true, message: `Welcome back, ${user.username}!`, user: shown };
    });

    route(app, authCalls.verifyToken, async ({ identity, reply }) => {
      const em = work.read();
      const user = identity && (await findActiveUser(em, identity.userId));
      if (user) return { success: true, message: 'You are signed in.', user: await showOwnUser(em, user) };
      if (identity) reply.header('set-cookie', sessions.endedCookie());
      return { success: false, message: 'Nobody is signed in.', user: null };
    });

    route(app, authCalls.logout, async ({ identity, intent, request, reply }) => {
      await noteIfPossible(work.for(intent));
      // First, so that this browser is signed out even when the session itself cannot be ended.
      reply.header('set-cookie', sessions.endedCookie());
      const facts = identity && (await sessions.factsOf(identity.sessionId));
      if (identity && (await sessions.end(identity))) {
        // Afterwards, so that nobody stays signed in because a line cannot be written.
        background.run('A sign-out could not be recorded', () =>
          recordActivity(work.read(), { userId: identity.userId, kind: 'signed_out', origin: originOf(request) }),
        );
      }
      const url = facts ? await endSessionUrl(facts) : undefined;
      return { success: true, message: 'You are signed out.', ...(url ? { end_session_url: url } : {}) };
    });
  };

/** Nobody stays signed in because the database is away. */
async function noteIfPossible(intended: IntendedWork): Promise<void> {
  await intended
    .noted(async () => undefined)
    .catch((error: unknown) => {
      if (error instanceof CodedError && error.status < 500) throw error;
    });
}
