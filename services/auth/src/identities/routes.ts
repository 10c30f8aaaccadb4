import { accountCalls } from '@nightshelf/contracts';
import { originOf, route, unauthenticated } from '@nightshelf/platform';
import type { FastifyInstance } from 'fastify';
import { findActiveUser } from '../users/find-user.ts';
import { beginVisit } from './begin-visit.ts';
import { type CallbackParts, callbackRoute } from './callback-route.ts';
import { LinkedIdentity } from './identity.ts';
import { pendingIdentityRoutes } from './pending-routes.ts';
import { presentIdentity } from './presenter.ts';
import { unlinkIdentity } from './unlink-identity.ts';

/** Signing in with OpenID providers, and linking their accounts. */
export function identityRoutes(app: FastifyInstance, parts: CallbackParts): void {
  const { work, providers } = parts;

  route(app, accountCalls.listIdentityProviders, async () => ({
    success: true,
    message: 'Providers that one can sign in with.',
    providers: providers.list(),
  }));

  route(app, accountCalls.beginIdentitySignIn, async ({ params, body, intent, reply }) => {
    const purpose = { kind: 'sign-in' as const, returnTo: body.return_to };
    const { authorizationUrl, cookie } = await work
      .for(intent)
      .noted(() => beginVisit(parts, params.provider, purpose));
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Please sign in there.', authorization_url: authorizationUrl };
  });

  route(app, accountCalls.beginIdentityLink, async ({ params, identity, intent, reply }) => {
    const { userId, sessionId } = identity;
    const purpose = { kind: 'link' as const, userId, sessionId };
    const { authorizationUrl, cookie } = await work
      .for(intent)
      .noted(() => beginVisit(parts, params.provider, purpose));
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Please sign in there.', authorization_url: authorizationUrl };
  });

  route(app, accountCalls.listSignInMethods, async ({ identity }) => {
    const em = work.read();
    const user = await findActiveUser(em, identity.userId);
    if (!user) throw unauthenticated();
    const identities = await em.find(LinkedIdentity, { userId: user.id }, { orderBy: { linkedAt: 'asc', id: 'asc' } });
    return {
      success: true,
      message: 'The ways into your account.',
      has_password: Boolean(user.passwordHash),
      identities: identities.map((one) => presentIdentity(one, providers)),
      providers: providers.list(),
    };
  });

  route(app, accountCalls.unlinkIdentity, async ({ identity: { userId }, params: { id }, intent, request }) => {
    const name = await unlinkIdentity(work.for(intent), providers, { userId, id, origin: originOf(request) });
    return { success: true, message: `${name} was unlinked.` };
  });

  callbackRoute(app, parts);
  pendingIdentityRoutes(app, parts);
}
