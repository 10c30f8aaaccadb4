import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Intent } from '@nightshelf/platform/idempotency/intent.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordActivity } from '../activity/activity.ts';
import { confirmPassword } from '../credentials/confirm-password.ts';
import { pendingEmail } from '../mail/mailed-links.ts';
import type { AuthParts } from '../parts.ts';
import { listLinks, unlinkOne } from '../users/linked-accounts.ts';
import { findActiveUser } from '../users/user.ts';
import {
  type Authorization,
  AuthorizationFailed,
  authorizations,
  beginAuthorization,
  type FailureCode,
  failureCodeOf,
  finishAuthorization,
  type Purpose,
} from './authorization.ts';

export function externalAccountRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { work, providers } = parts;

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
    const check = async () => {
      const user = await findActiveUser(work.query(), userId);
      if (!user) throw unauthenticated();
      if (user.emailVerifiedAt || !user.passwordHash) return;
      // A linked account grants permanent access, so an unverified address also requires the password.
      const client = clientOf(exchange.request);
      await confirmPassword(parts, user, { given: body?.password, client, field: 'password' });
    };
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
      identities: await listLinks(em, parts, user.id),
      pending_email: await pendingEmail(em, user.id),
      providers: providers.list(),
    };
  });

  route(app, accountCalls.unlinkIdentity, async ({ identity: { userId }, params: { id }, intent, request }) => {
    const client = clientOf(request);
    const name = await work.for(intent).transaction(({ em }) => unlinkOne(em, parts, userId, id, client));
    return { success: true, message: `${name} was unlinked.` };
  });

  callbackRoute(app, parts);
}

/** The redirect URI of all providers. Always redirects to a page; scripts do not call it. */
function callbackRoute(app: FastifyInstance, parts: AuthParts): void {
  app.get<{ Params: { provider: string } }>(
    '/api/auth/identity-providers/:provider/callback',
    { schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('set-cookie', authorizations.endedCookie(parts));
      let authorization: Authorization | null = null;
      try {
        authorization = await authorizations.take(parts, request.headers.cookie);
        if (!authorization) throw new AuthorizationFailed('expired');
        const { provider } = request.params;
        const { location, cookie } = await finishAuthorization(parts, authorization, provider, request);
        if (cookie) reply.header('set-cookie', cookie);
        return reply.redirect(location, 303);
      } catch (error) {
        const code = failureCodeOf(error);
        logFailure(request, code, error);
        if (authorization) await recordFailure(parts, authorization, code, request);
        return reply.redirect(`${failurePage(authorization, request)}?refused=${code}`, 303);
      }
    },
  );
}

/** Records a failed link for the user who began it. A failed sign-in identifies no user. */
async function recordFailure(
  { work, providers }: AuthParts,
  { provider, purpose }: Authorization,
  code: FailureCode,
  request: FastifyRequest,
): Promise<void> {
  if (purpose.kind !== 'link' || code === 'cancelled') return;
  const { name: detail } = providers.describe(provider);
  const refusal = { userId: purpose.userId, kind: 'identity_refused', client: clientOf(request), detail } as const;
  await work
    .transaction(({ em }) => recordActivity(em, refusal))
    .catch((err: unknown) => request.log.warn({ err }, 'A refused link could not be recorded'));
}

/** The frontend redirects a signed-in user away from /login, so the error must show on the profile. */
function failurePage(authorization: Authorization | null, { identity: caller }: FastifyRequest): '/profile' | '/login' {
  const isLink = authorization ? authorization.purpose.kind === 'link' : caller !== null;
  return isLink ? '/profile' : '/login';
}

/** Logs only the kind of error: its details may contain tokens and addresses. */
function logFailure(request: FastifyRequest, refused: FailureCode, error: unknown): void {
  if (error instanceof AuthorizationFailed || refused === 'cancelled') return;
  const { name, message, code } = error as Error & { code?: unknown };
  request.log.warn({ refused, fault: name, code, reason: message }, 'A sign-in with a provider failed');
}
