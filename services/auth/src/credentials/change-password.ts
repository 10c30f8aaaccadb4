import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { invalid, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { openKinds, revokeLinks } from '../mail/mailed-links.ts';
import type { AuthParts } from '../parts.ts';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { type Done, databaseTime, repeatSignIn } from '../sessions/sign-in-once.ts';
import { unlink } from '../users/linked-accounts.ts';
import { findActiveUser, lockActiveUser } from '../users/user.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { hashPassword, isSamePassword } from './passwords.ts';
import { refuseWeak } from './weak-passwords.ts';

/** Stored as JSON with the idempotency key, hence a type instead of an interface. */
type Changed = Done & { readonly askedBy?: string };

/**
 * Changes the caller's password, ends all other sessions and replaces this one. The old session ends with the change,
 * so a repeated request arrives without a valid one and gets another session.
 */
export function changePasswordRoute(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions } = parts;

  // The form already proves the password, so only a second factor counts as step-up.
  const confirmFactor = async (caller: Identity) => {
    if ((await secondFactorMethods(work.query(), caller.userId)).length > 0) await app.requireStepUp?.(caller);
  };

  route(app, accountCalls.changePassword, async ({ body: form, identity: requester, intent, request, reply }) => {
    await sessions.checkAvailable();
    const client = clientOf(request);
    const prepare = async () => {
      if (!requester) throw unauthenticated();
      await confirmFactor(requester);
      const user = await findActiveUser(work.query(), requester.userId);
      if (!user) throw unauthenticated();
      const given = { given: form.current_password, client, refused: 'password_change_refused' as const };
      const checked = await confirmPassword(parts, user, given);
      if (isSamePassword(form.current_password, form.password)) {
        throw invalid({ password: ['Choose a new password'] });
      }
      refuseWeak(form.password, user);
      return { caller: requester, checked, passwordHash: await hashPassword(parts, form.password, client) };
    };
    let begun: string | null = null;
    const changed = await work.for(intent).prepared(prepare, async ({ em }, prepared): Promise<Changed> => {
      const { caller, checked, passwordHash } = prepared;
      const { userId, sessionId: askedBy } = caller;
      const user = await lockActiveUser(em, userId);
      // Another request may have changed the password since the check.
      if (!user || user.passwordHash !== checked) throw wrongPassword();
      if (!(await sessions.isThere(askedBy))) throw unauthenticated();
      user.passwordHash = passwordHash;
      await recordActivity(em, { userId, kind: 'password_changed', client });
      if (form.unlink?.length) await unlink(em, parts, userId, form.unlink, client);
      await revokeLinks(em, userId, openKinds);
      // Runs while sign-ins with the old password wait for the lock. The caller's session ends after the commit.
      await sessions.store.endAll(userId, askedBy);
      begun = await sessions.beginNext(caller, client);
      return { userId, at: await databaseTime(em), sessionId: sessions.idIn(begun), askedBy };
    });
    if (begun && requester) await sessions.store.end(requester.userId, requester.sessionId);
    reply.header('set-cookie', begun ?? (await beginAgain(changed, requester, request)));
    return { success: true, message: 'Your password was changed. You are signed out everywhere else.' };
  });

  /**
   * Accepts the browser of the first request, by its ended session, or a signed-in caller; the passwords alone must not
   * bypass a second factor.
   */
  const beginAgain = async (changed: Changed, caller: Identity | null, request: FastifyRequest): Promise<string> => {
    const client = clientOf(request);
    if (changed.askedBy === (caller?.sessionId ?? sessions.idIn(request.headers.cookie))) {
      return (await repeatSignIn(parts, changed, { caller, client, expired: unauthenticated })).cookie;
    }
    if (!caller || !(await sessions.isThere(caller.sessionId))) throw unauthenticated();
    await confirmFactor(caller);
    const next = await sessions.beginNext(caller, client);
    await sessions.store.end(caller.userId, caller.sessionId);
    return next;
  };
}
