import { authCalls } from '@nightshelf/contracts';
import { route, type ServiceParts, type Work } from '@nightshelf/platform';
import type { Passwords } from '../credentials/passwords.ts';
import { findActiveUser } from '../users/find-user.ts';
import { showOwnUser } from '../users/presenter.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { logIn } from './log-in.ts';

interface Parts {
  readonly work: Work;
  readonly passwords: Passwords;
  readonly sessions: BrowserSessions;
}

/** Signing in and out, and who is signed in. */
export const sessionRoutes =
  ({ work, passwords, sessions }: Parts): ServiceParts['routes'] =>
  (app) => {
    route(app, authCalls.login, async ({ body, identity, reply }) => {
      await sessions.checkAvailable();
      const user = await logIn(work, passwords, body);
      const shown = await showOwnUser(work.read(), user);
      reply.header('set-cookie', await sessions.begin(user, identity));
      return { success: true, message: `Welcome back, ${user.username}!`, user: shown };
    });

    route(app, authCalls.verifyToken, async ({ identity, reply }) => {
      const em = work.read();
      const user = identity && (await findActiveUser(em, identity.userId));
      if (user) return { success: true, message: 'You are signed in.', user: await showOwnUser(em, user) };
      if (identity) reply.header('set-cookie', sessions.endedCookie());
      return { success: false, message: 'Nobody is signed in.', user: null };
    });

    route(app, authCalls.logout, async ({ identity, reply }) => {
      // First, so that this browser is signed out even when the session itself cannot be ended.
      reply.header('set-cookie', sessions.endedCookie());
      if (identity) await sessions.end(identity);
      return { success: true, message: 'You are signed out.' };
    });
  };
