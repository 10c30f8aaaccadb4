import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import { withProof } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance } from 'fastify';
import { secondFactorMethods } from '../second-factors/factors.ts';
import { repeatSignIn } from '../sessions/repeat-sign-in.ts';
import type { User } from '../users/user.ts';
import type { CallbackParts } from './callback-route.ts';
import { createUser, nothingPending } from './create-user.ts';
import { sessionFacts } from './end-session-url.ts';
import { suggestUsername } from './suggest-username.ts';

type Parts = Omit<CallbackParts, 'authorizations' | 'steps'>;

/** Routes that complete the first sign-in with an external account by choosing a username. */
export function firstSignInRoutes(app: FastifyInstance, { work, providers, pendingSignIns, sessions }: Parts): void {
  route(app, accountCalls.getPendingIdentity, async ({ request }) => {
    const pending = await pendingSignIns.find(request.headers.cookie);
    if (!pending) throw nothingPending();
    return {
      success: true,
      message: 'Please choose a username.',
      provider: providers.describe(pending.provider),
      suggested_username: await suggestUsername(work.query(), pending.names),
      email: pending.email,
    };
  });

  route(app, accountCalls.completeIdentitySignIn, async ({ body, identity: caller, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { cookie } = request.headers;
    const pending = await pendingSignIns.find(cookie);
    const client = clientOf(request);
    const nameOf = (provider: string) => providers.describe(provider).name;
    // Binds the stored result to this browser, so that another one cannot replay the idempotency key.
    const intended = work.for(withProof(intent, pendingSignIns.proofOf(cookie)));
    const facts = pending ? sessionFacts(pending.provider, pending.idToken) : {};
    let session: string | null = null;
    const begin = async (user: User) => {
      session = await sessions.begin(user, caller, { client, facts });
      return sessions.idIn(session);
    };
    const first = { pending, username: body.username, client, nameOf, begin };
    const { user, returnTo, at = 0, sessionId } = await createUser(intended, work, first);
    const again = { caller, client, expired: nothingPending };
    // A repeated request must not bypass a second factor that the user has added since.
    if (!session && (await secondFactorMethods(work.query(), user.id)).length > 0) throw nothingPending();
    session ??= (await repeatSignIn({ work, sessions }, { userId: user.id, at, sessionId }, again)).cookie;
    // Ends the pending sign-in only after the user is stored, so that a taken name can be replaced.
    await pendingSignIns.take(cookie);
    reply.header('set-cookie', session);
    reply.header('set-cookie', pendingSignIns.endedCookie());
    return {
      success: true,
      message: `Welcome to Nightshelf, ${user.username}!`,
      user,
      return_to: returnTo,
    };
  });
}
