import type { Work } from '@nightshelf/platform/database/work.ts';
import { clientOf } from '@nightshelf/platform/http/client.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordActivity } from '../activity/record-activity.ts';
import { beginSecondStep, type SecondSteps } from '../second-factors/second-step.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { startSession } from '../sessions/start-session.ts';
import { AuthorizationFailed, type FailureCode, failureCodeOf } from './authorization-failed.ts';
import { sessionFacts } from './end-session-url.ts';
import { finishAuthorization, type Outcome } from './finish-authorization.ts';
import type { IdentityProviders } from './identity-providers.ts';
import type { Authorization, SignInState } from './sign-in-state.ts';

export interface CallbackParts extends SignInState {
  readonly work: Work;
  readonly providers: IdentityProviders;
  readonly sessions: BrowserSessions;
  readonly steps: SecondSteps;
}

interface CallbackRequest {
  readonly Params: { readonly provider: string };
}

/** The redirect URI of all providers. Always redirects to a page; scripts do not call it. */
export function callbackRoute(app: FastifyInstance, parts: CallbackParts): void {
  app.get<CallbackRequest>(
    '/api/auth/identity-providers/:provider/callback',
    { schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('set-cookie', parts.authorizations.endedCookie());
      let authorization: Authorization | null = null;
      try {
        authorization = await parts.authorizations.take(request.headers.cookie);
        if (!authorization) throw new AuthorizationFailed('expired');
        const { provider } = request.params;
        const query = new URL(request.url, 'http://localhost').search;
        const { identity: caller } = request;
        const client = clientOf(request);
        const outcome = await finishAuthorization(parts, { provider, query, authorization, caller, client });
        const second = await secondStepOf(outcome, parts, authorization);
        if (second) return reply.header('set-cookie', second.cookie).redirect('/login?step=second-factor', 303);
        const cookie = await cookieFor(outcome, parts, authorization, request);
        if (cookie) reply.header('set-cookie', cookie);
        return reply.redirect(outcome.location, 303);
      } catch (error) {
        const code = failureCodeOf(error);
        logFailure(request, code, error);
        if (authorization) await recordFailure(parts, authorization, code, request);
        return reply.redirect(`${failurePage(authorization, request)}?refused=${code}`, 303);
      }
    },
  );
}

/** Requires the user's second factor, even if the provider already asked for one. */
async function secondStepOf(outcome: Outcome, { work, providers, steps }: CallbackParts, { provider }: Authorization) {
  if (outcome.kind !== 'signed-in') return null;
  return beginSecondStep(work.query(), steps, outcome.user, {
    detail: providers.describe(provider).name,
    facts: sessionFacts(provider, outcome.idToken),
    returnTo: outcome.location,
  });
}

async function cookieFor(
  outcome: Outcome,
  { work, providers, sessions }: CallbackParts,
  { provider }: Authorization,
  request: FastifyRequest,
): Promise<string | null> {
  if (outcome.kind === 'linked') return null;
  if (outcome.kind === 'unknown') return outcome.cookie;
  return startSession(work, sessions, {
    user: outcome.user,
    caller: request.identity,
    client: clientOf(request),
    detail: providers.describe(provider).name,
    facts: sessionFacts(provider, outcome.idToken),
  });
}

/** Records a failed link for the user who began it. A failed sign-in identifies no user. */
async function recordFailure(
  { work, providers }: CallbackParts,
  { provider, purpose }: Authorization,
  code: FailureCode,
  request: FastifyRequest,
): Promise<void> {
  if (purpose.kind !== 'link' || code === 'cancelled') return;
  const occurrence = {
    userId: purpose.userId,
    kind: 'identity_refused' as const,
    client: clientOf(request),
    detail: providers.describe(provider).name,
  };
  await work
    .transaction(({ em }) => recordActivity(em, occurrence))
    .catch((error: unknown) => {
      request.log.warn({ err: error }, 'A refusal could not be recorded');
    });
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
  request.log.warn({ refused, fault: name, code, reason: message }, 'A sign-in with a provider came to nothing');
}
