import { createHash } from 'node:crypto';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { type SecondFactorProof, secondFactorCode } from '@nightshelf/contracts/factors.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { type Client, clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { withProof } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { recordActivity } from '../activity/activity.ts';
import type { AuthParts } from '../parts.ts';
import { challengePasskey, challenges, noteUse, passkeyRefused, verifyPasskey } from '../passkeys/passkeys.ts';
import { browserState } from '../sessions/browser-state.ts';
import { lockUnchanged, signInOnce } from '../sessions/sign-in-once.ts';
import { findActiveUser, showOwnUser, type User } from '../users/user.ts';
import { acceptTotp, secondFactorMethods, useRecoveryCode } from './factors.ts';

/** Returns the browser's pending step. @throws CodedError 404 */
async function findSecondStep(parts: AuthParts, cookies: string | undefined) {
  const step = await secondSteps.find(parts, cookies);
  if (!step) throw noSecondStep();
  return step;
}

const noSecondStep = () =>
  notFound('auth.no_second_step', 'This sign-in took too long or was already used. Please sign in again.');

const step = z.object({
  userId: z.string(),
  /** Hash of the password's hash, so that a changed password ends the pending step. */
  mark: z.string(),
  /** Passed to `startSession`. */
  detail: z.string().optional(),
  facts: z.record(z.string(), z.string()).optional(),
  returnTo: z.string(),
});

/** Sign-ins that wait for their second step, for five minutes. */
const secondSteps = browserState('second-factor', 5 * 60, step);

const markOf = ({ passwordHash }: Pick<User, 'passwordHash'>) =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/**
 * Begins the second step of a sign-in, if the user has a second factor.
 * @returns the cookie and the available methods; null when the first step is enough
 */
export async function beginSecondStep(
  parts: AuthParts,
  user: User,
  { returnTo = '/', ...details }: Partial<Pick<z.infer<typeof step>, 'detail' | 'facts' | 'returnTo'>> = {},
) {
  const methods = await secondFactorMethods(parts.work.query(), user.id);
  if (methods.length === 0) return null;
  const cookie = await secondSteps.keep(parts, { userId: user.id, mark: markOf(user), returnTo, ...details });
  return { methods, cookie };
}

/** The error for a right password whose account requires a second step. */
export const secondFactorRequired = ({ methods, cookie }: NonNullable<Awaited<ReturnType<typeof beginSecondStep>>>) =>
  new CodedError(401, secondFactorCode, 'Please confirm your sign-in.', {
    headers: { 'set-cookie': cookie },
    body: { methods },
  });

export function secondStepRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, sessions, devices } = parts;

  route(app, factorCalls.challengePasskey, async ({ body: { purpose }, identity: caller, intent, request, reply }) => {
    const { options, cookie } = await work.for(intent).noted(async () => {
      if (purpose === 'step-up' && !caller) throw unauthenticated();
      const ownerFor = {
        'sign-in': async () => null,
        'step-up': async () => caller?.userId ?? null,
        'second-factor': async () => (await findSecondStep(parts, request.headers.cookie)).userId,
      };
      return challengePasskey(parts, purpose, await ownerFor[purpose]());
    });
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Please use your passkey.', options };
  });

  route(app, factorCalls.signInWithPasskey, async ({ body, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { cookie: cookies } = request.headers;
    const client = clientOf(request);
    const proof = challenges['sign-in'].proofOf(parts, cookies);
    const refused = () => passkeyRefused(401);
    const { user, cookie } = await signInOnce(work.for(withProof(intent, proof)), parts, {
      caller,
      client,
      expired: refused,
      prove: async (em) => {
        const proven = await verifyPasskey(em, parts, 'sign-in', { cookies, response: body.assertion, userId: null });
        const user = proven && (await findActiveUser(em, proven.passkey.user_id));
        if (!user) throw refused();
        await lockUnchanged(em, user);
        await noteUse(em, parts, proven, client).catch(() => {
          throw refused();
        });
        return { user, detail: 'a passkey' };
      },
    });
    reply.header('set-cookie', cookie);
    const message = `Welcome back, ${user.username}!`;
    return { success: true, message, user: await showOwnUser(work.query(), user) };
  });

  route(app, factorCalls.getSecondStep, async ({ request, reply }) => {
    reply.header('cache-control', 'no-store');
    const { userId, returnTo } = await findSecondStep(parts, request.headers.cookie);
    const methods = await secondFactorMethods(work.query(), userId);
    // The user has removed the last factor since, so signing in again takes one step.
    if (methods.length === 0) throw noSecondStep();
    return { success: true, message: 'Please confirm your sign-in.', methods, return_to: returnTo };
  });

  route(app, factorCalls.finishSignIn, async ({ body: proof, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { cookie: cookies } = request.headers;
    const client = clientOf(request);
    const step = await secondSteps.find(parts, cookies);
    const intended = work.for(withProof(intent, secondSteps.proofOf(parts, cookies)));
    const prove = async (em: EntityManager) => {
      if (!step) throw noSecondStep();
      const { userId, detail, facts } = step;
      const user = await findActiveUser(em, userId);
      if (!user || markOf(user) !== step.mark) throw noSecondStep();
      await lockUnchanged(em, user);
      await proveFactor(em, parts, { userId, proof, purpose: 'second-factor', sessionId: null, cookies, client });
      // Taken last, so that a wrong code allows another try; of two concurrent requests only one succeeds.
      if (!(await secondSteps.take(parts, cookies))) throw noSecondStep();
      return { user, detail, facts };
    };
    const signIn = { caller, client, expired: noSecondStep, prove };
    const { user, cookie } = await signInOnce(intended, parts, signIn).catch((error: unknown) => {
      throw error instanceof CodedError && error.status === 401 ? noSecondStep() : error;
    });
    reply.header('set-cookie', [cookie, secondSteps.endedCookie(parts), devices.remember(cookies, user.id)]);
    const message = `Welcome back, ${user.username}!`;
    return { success: true, message, user: await showOwnUser(work.query(), user), return_to: step?.returnTo ?? '/' };
  });
}

interface Claim {
  readonly userId: string;
  readonly proof: SecondFactorProof;
  readonly purpose: 'second-factor' | 'step-up';
  /** The session to step up; null at a sign-in. */
  readonly sessionId: string | null;
  readonly cookies: string | undefined;
  readonly client: Client;
}

/**
 * Verifies and consumes a second factor in the caller's transaction.
 * @throws CodedError 422 `auth.wrong_code` or `auth.passkey_refused`, 429 after too many app codes
 */
export async function proveFactor(em: EntityManager, parts: AuthParts, claim: Claim): Promise<void> {
  const { userId, proof, client } = claim;
  try {
    if ('assertion' in proof) {
      const { purpose, cookies } = claim;
      const proven = await verifyPasskey(em, parts, purpose, { cookies, response: proof.assertion, userId });
      if (!proven) throw passkeyRefused();
      await noteUse(em, parts, proven, client);
    } else if ('recovery_code' in proof) {
      // Unlimited: 59 bits cannot be guessed, and a stranger's attempts must not lock out the owner.
      if (!(await useRecoveryCode(em, parts.keys, userId, proof.recovery_code))) throw wrongCode('recovery_code');
      await recordActivity(em, { userId, kind: 'recovery_code_used', client });
    } else {
      const counter = counterOf(parts, claim);
      await parts.attempts.enter(counter, null);
      if (!(await acceptTotp(em, parts.keys, { userId, code: proof.code, isConfirmed: true }))) throw wrongCode('code');
      await parts.attempts.succeeded(counter, null);
    }
  } catch (error) {
    if (error instanceof CodedError && error.status === 422) {
      parts.deferred.recordRefusal({ userId, kind: 'second_factor_refused', client });
    }
    throw error;
  }
}

/**
 * Returns the counter of wrong codes. Separates strangers from the owner's sessions and known browsers, and ignores the
 * address, because many addresses could guess a million codes.
 */
function counterOf({ devices }: AuthParts, { userId, sessionId, cookies }: Claim): string {
  if (sessionId !== null) return `step-up:${sessionId}`;
  return devices.knows(cookies, userId) ? `second-factor-known:${userId}` : `second-factor:${userId}`;
}

export const wrongCode = (field: 'code' | 'recovery_code') =>
  new CodedError(422, 'auth.wrong_code', 'This code is wrong or was already used.', {
    errors: { [field]: ['This code is wrong or was already used'] },
  });
