import { accountCalls } from '@nightshelf/contracts';
import { clientOf, route, withProof } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { findActiveUser } from '../users/find-user.ts';
import type { CallbackParts } from './callback-route.ts';
import { createUser, nothingPending } from './create-user.ts';
import { sessionFacts } from './end-session-url.ts';
import { suggestUsername } from './suggest-username.ts';

type Parts = Omit<CallbackParts, 'authorizations' | 'steps'>;

/** The first sign-in with an external account, which waits for a username. */
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
    // The kept result is for the browser that chose the username, and for no other that sends the same key.
    const intended = work.for(withProof(intent, pendingSignIns.proofOf(cookie)));
    const first = { pending, username: body.username, client, nameOf };
    const { user, returnTo } = await createUser(intended, work, first);
    // Sent again, it may have been closed since.
    if (!(await findActiveUser(work.query(), user.id))) throw nothingPending();
    // Only now that the user is stored: when the name is taken, another one can still be chosen.
    await pendingSignIns.take(cookie);
    const facts = pending ? sessionFacts(pending.provider, pending.idToken) : {};
    reply.header('set-cookie', await sessions.begin(user, caller, { client, facts }));
    reply.header('set-cookie', pendingSignIns.endedCookie());
    return {
      success: true,
      message: `Welcome to Nightshelf, ${user.username}!`,
      user,
      return_to: returnTo,
    };
  });
}
