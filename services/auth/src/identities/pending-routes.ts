import { accountCalls } from '@nightshelf/contracts';
import { notFound, originOf, route, type ServiceParts } from '@nightshelf/platform';
import { noFollows } from '../follows/count-follows.ts';
import { presentOwnUser } from '../users/presenter.ts';
import type { CallbackParts } from './callback-route.ts';
import { createAccount } from './create-account.ts';
import { sessionFacts } from './end-session-url.ts';
import { suggestUsername } from './suggest-username.ts';

/** The first sign-in with a provider, which waits for a username. */
export const pendingIdentityRoutes =
  ({ work, providers, pending, sessions }: Omit<CallbackParts, 'visits'>): ServiceParts['routes'] =>
  (app) => {
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

    route(app, accountCalls.completeIdentitySignIn, async ({ body, identity, request, reply }) => {
      await sessions.checkAvailable();
      const waiting = await pending.find(request.headers.cookie);
      if (!waiting) throw nothingPending();
      const origin = originOf(request);
      const providerName = providers.describe(waiting.provider).name;
      const user = await createAccount(work, { identity: waiting, username: body.username, origin, providerName });
      // After the account is there: a name that is taken must not end the sign-in.
      await pending.take(request.headers.cookie);
      const facts = sessionFacts(waiting.provider, waiting.idToken);
      reply.header('set-cookie', await sessions.begin(user, identity, { origin, facts }));
      reply.header('set-cookie', pending.endedCookie());
      return {
        success: true,
        message: `Welcome to Nightshelf, ${user.username}!`,
        user: presentOwnUser(user, noFollows),
        return_to: waiting.returnTo,
      };
    });
  };

const nothingPending = () => notFound('auth.no_pending_identity', 'This sign-in has ended. Please begin again.');
