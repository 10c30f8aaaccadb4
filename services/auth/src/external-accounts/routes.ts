import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Intent } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pendingEmail } from '../addresses/address-links.ts';
import { findActiveUser } from '../users/find-user.ts';
import { beginAuthorization } from './begin-authorization.ts';
import { type CallbackParts, callbackRoute } from './callback-route.ts';
import { checkMayLink, type LinkParts } from './check-may-link.ts';
import { firstSignInRoutes } from './first-sign-in-routes.ts';
import type { LinkedAccounts } from './linked-accounts.ts';
import type { Purpose } from './sign-in-state.ts';
import { unlinkAccount } from './unlink-account.ts';

type Parts = CallbackParts & LinkParts & { readonly linked: LinkedAccounts };

export function externalAccountRoutes(app: FastifyInstance, parts: Parts): void {
  const { work, providers, linked } = parts;

  const begin = async (
    provider: string,
    purpose: Purpose,
    { intent, reply }: { intent: Intent; reply: FastifyReply },
    check?: () => Promise<void>,
  ) => {
    const { authorizationUrl, cookie } = await work.for(intent).noted(async () => {
      await check?.();
      return beginAuthorization(parts, provider, purpose);
    });
    reply.header('set-cookie', cookie);
    return { success: true, message: 'Continue at the provider.', authorization_url: authorizationUrl };
  };

  route(app, accountCalls.listIdentityProviders, async () => ({
    success: true,
    message: 'Sign-in providers.',
    providers: providers.list(),
  }));

  route(app, accountCalls.beginIdentitySignIn, async ({ params, body, ...exchange }) =>
    begin(params.provider, { kind: 'sign-in', returnTo: body.return_to }, exchange),
  );

  route(app, accountCalls.beginIdentityLink, async ({ params, body, identity, ...exchange }) => {
    const { userId, sessionId } = identity;
    const check = () => checkMayLink(parts, { userId, password: body?.password, client: clientOf(exchange.request) });
    return begin(params.provider, { kind: 'link', userId, sessionId }, exchange, check);
  });

  route(app, accountCalls.listSignInMethods, async ({ identity: caller }) => {
    const em = work.query();
    const user = await findActiveUser(em, caller.userId);
    if (!user) throw unauthenticated();
    return {
      success: true,
      message: 'Your sign-in methods.',
      has_password: Boolean(user.passwordHash),
      identities: await linked.listOf(em, user.id),
      pending_email: await pendingEmail(em, user.id),
      providers: providers.list(),
    };
  });

  route(app, accountCalls.unlinkIdentity, async ({ identity: { userId }, params: { id }, intent, request }) => {
    const name = await unlinkAccount(work.for(intent), providers, { userId, id, client: clientOf(request) });
    return { success: true, message: `${name} was unlinked.` };
  });

  callbackRoute(app, parts);
  firstSignInRoutes(app, parts);
}
