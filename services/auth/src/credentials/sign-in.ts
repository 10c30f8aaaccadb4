import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import type { LoginPayload } from '@nightshelf/contracts/credentials.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { FastifyInstance } from 'fastify';
import type { AuthParts } from '../parts.ts';
import { beginSecondStep, secondFactorRequired } from '../second-factors/finish-sign-in.ts';
import { invalidCredentials, startSession } from '../sessions/sign-in-once.ts';
import { findUserByLogin, showOwnUser, User } from '../users/user.ts';
import { hashPassword, isOutdated, matchesPassword } from './passwords.ts';

export function signInRoute(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions, devices } = parts;

  route(app, authCalls.login, async ({ body, identity: caller, intent, request, reply }) => {
    const intended = work.for(intent);
    await intended.refuseReused();
    await sessions.checkAvailable();
    const client = clientOf(request);
    const { cookie } = request.headers;
    const user = await checkCredentials(parts, body, client, cookie);
    const second = await beginSecondStep(parts, user);
    if (second) throw secondFactorRequired(second);
    const shown = await showOwnUser(work.query(), user);
    const session = await startSession(intended, sessions, { user, caller, client });
    reply.header('set-cookie', [session, devices.remember(cookie, user.id)]);
    return { success: true, message: `Welcome back, ${user.username}!`, user: shown };
  });
}

/**
 * Returns the user with these credentials. An unknown user, a wrong password, an account without one and an inactive
 * account get the same response after the same time.
 * @param cookies the `Cookie` header, which shows whether the browser is known
 * @throws CodedError 401, 429 after too many attempts, 503 when busy
 */
async function checkCredentials(
  parts: AuthParts,
  credentials: LoginPayload,
  client: Client,
  cookies: string | undefined,
): Promise<User> {
  const { work, attempts, responseDelay, devices, lookups, deferred } = parts;
  const name = credentials.username_or_email.trim();
  const user = await lookups.run(async () => {
    await attempts.enter(name, client.address);
    return findUserByLogin(work.query(), name);
  });
  const isKnown = user !== null && devices.knows(cookies, user.id);
  if (!isKnown) await responseDelay.delay(name);
  const matches = await matchesPassword(
    parts,
    user?.passwordHash ?? null,
    credentials.password,
    isKnown ? client : { ...client, account: name },
  );
  if (!user?.isActive || !user.passwordHash || !matches) {
    if (user) deferred.recordRefusal({ userId: user.id, kind: 'sign_in_refused', client });
    throw invalidCredentials();
  }
  await attempts.succeeded(name, client.address);
  if (!isKnown) await responseDelay.succeeded(name);
  if (isOutdated(user.passwordHash)) {
    const passwordHash = await hashPassword(parts, credentials.password, client);
    // Only if the hash is still the checked one: another request may have changed the password.
    await work.transaction(({ em }) =>
      em.nativeUpdate(User, { id: user.id, passwordHash: user.passwordHash }, { passwordHash }),
    );
    user.passwordHash = passwordHash;
  }
  return user;
}
