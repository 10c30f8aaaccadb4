import { accountCalls } from '@nightshelf/contracts';
import { originOf, route, withProof } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import type { CallbackParts } from './callback-route.ts';
import { createAccount, nothingPending } from './create-account.ts';
import { sessionFacts } from './end-session-url.ts';
import { suggestUsername } from './suggest-username.ts';

/** The first sign-in with a provider, which waits for a username. */
export function pendingIdentityRoutes(
  app: FastifyInstance,
  { work, providers, pending, sessions }: Omit<CallbackParts, 'visits'>,
): void {
  route(app, accountCalls.getPendingIdentity, async ({ request }) => {
    const waiting = await pending.find(request.headers.cookie);
    if (!waiting) throw nothingPending();
    return {
      success: true,
      message: 'Please choose a username.',
      provider: providers.describe(waiting.provider),
      suggested_username: await suggestUsername(work.read(), waiting.names),
      email: waiting.email,
    };
  });

  route(app, accountCalls.completeIdentitySignIn, async ({ body, identity, intent, request, reply }) => {
    await sessions.checkAvailable();
    const { cookie } = request.headers;
    const waiting = await pending.find(cookie);
    const origin = originOf(request);
    const nameOf = (provider: string) => providers.describe(provider).name;
    // Only the browser that has finished it is signed in again when it asks again.
    const intended = work.for(withProof(intent, pending.proofOf(cookie)));
    const first = { waiting, username: body.username, origin, nameOf };
    const { user, returnTo } = await createAccount(intended, work, first);
    // After the account is there: a name that is taken must not end the sign-in.
    await pending.take(cookie);
    const facts = waiting ? sessionFacts(waiting.provider, waiting.idToken) : {};
    reply.header('set-cookie', await sessions.begin(user, identity, { origin, facts }));
    reply.header('set-cookie', pending.endedCookie());
    return {
      success: true,
      message: `Welcome to Nightshelf, ${user.username}!`,
      user,
      return_to: returnTo,
    };
  });
}
