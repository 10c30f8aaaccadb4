import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { withProof } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance } from 'fastify';
import { passkeyRefused } from '../passkeys/relying-party.ts';
import { signInOnce } from '../sessions/sign-in-once.ts';
import { lockUnchanged } from '../sessions/start-session.ts';
import { findActiveUser } from '../users/find-user.ts';
import { showOwnUser } from '../users/presenter.ts';
import { secondFactorMethods } from './factors.ts';
import { findSecondStep, finishSignIn, noSecondStep, type SecondStepParts } from './finish-sign-in.ts';
import { notePasskey } from './prove-factor.ts';

export function signInRoutes(app: FastifyInstance, parts: SecondStepParts): void {
  const { work, sessions, relyingParty, steps, devices } = parts;

  route(app, factorCalls.challengePasskey, async ({ body: { purpose }, identity: caller, intent, request, reply }) => {
    const { options, cookie } = await work.for(intent).noted(async () => {
      if (purpose === 'step-up' && !caller) throw unauthenticated();
      const asked = {
        'sign-in': async () => null,
        'step-up': async () => caller?.userId ?? null,
        'second-factor': async () => (await findSecondStep(parts, request.headers.cookie)).userId,
      };
      return relyingParty.challenge(work.query(), purpose, await asked[purpose]());
    });
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Please use your passkey.', options: { ...options } };
  });

  route(app, factorCalls.signInWithPasskey, async ({ body, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { cookie: cookies } = request.headers;
    const client = clientOf(request);
    const proof = relyingParty.challenges['sign-in'].proofOf(cookies);
    const refused = () => passkeyRefused(401);
    const { user, cookie } = await signInOnce(work.for(withProof(intent, proof)), parts, {
      caller,
      client,
      expired: refused,
      prove: async (em) => {
        const proven = await relyingParty.verify(em, 'sign-in', { cookies, response: body.assertion, userId: null });
        const user = proven && (await findActiveUser(em, proven.passkey.user_id));
        if (!user) throw refused();
        await lockUnchanged(em, user);
        await notePasskey(em, parts, proven, client).catch(() => {
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
    const finish = { intent, proof, cookies, caller, client: clientOf(request) };
    const { user, cookie, returnTo } = await finishSignIn(parts, finish);
    reply.header('set-cookie', [cookie, steps.endedCookie(), devices.remember(cookies, user.id)]);
    const message = `Welcome back, ${user.username}!`;
    return { success: true, message, user: await showOwnUser(work.query(), user), return_to: returnTo };
  });
}
