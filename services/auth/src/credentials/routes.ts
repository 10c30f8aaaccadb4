import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { beginSecondStep, type SecondSteps, secondFactorRequired } from '../second-factors/finish-sign-in.ts';
import { startSession } from '../sessions/sign-in-once.ts';
import { showOwnUser } from '../users/presenter.ts';
import { type ChangeParts, changePassword } from './change-password.ts';
import { type CheckParts, checkCredentials } from './check-credentials.ts';

export function credentialRoutes(app: FastifyInstance, parts: CheckParts & ChangeParts & { steps: SecondSteps }): void {
  const { work, sessions, guard, steps } = parts;

  route(app, authCalls.login, async ({ body, identity: caller, intent, request, reply }) => {
    const intended = work.for(intent);
    await intended.refuseReused();
    await sessions.checkAvailable();
    const client = clientOf(request);
    const { cookie } = request.headers;
    const user = await checkCredentials(parts, { credentials: body, client, cookies: cookie });
    const second = await beginSecondStep(work.query(), steps, user);
    if (second) throw secondFactorRequired(second);
    const shown = await showOwnUser(work.query(), user);
    const session = await startSession(intended, sessions, { user, caller, client });
    reply.header('set-cookie', [session, guard.devices.remember(cookie, user.id)]);
    return { success: true, message: `Welcome back, ${user.username}!`, user: shown };
  });

  route(app, accountCalls.changePassword, async ({ body, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    // The form already proves the password, so only a second factor counts as step-up.
    const confirmed = async (who: Identity) => {
      if ((await secondFactorMethods(work.query(), who.userId)).length > 0) await app.requireStepUp?.(who);
    };
    const change = { caller, client: clientOf(request), cookies: request.headers.cookie, form: body, confirmed };
    reply.header('set-cookie', await changePassword(work.for(intent), parts, change));
    return { success: true, message: 'Your password was changed. You are signed out everywhere else.' };
  });
}
