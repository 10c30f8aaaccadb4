import { originOf, type Work } from '@nightshelf/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordActivity } from '../activity/record-activity.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { startSession } from '../sessions/start-session.ts';
import { sessionFacts } from './end-session-url.ts';
import type { IdentityProviders } from './identity-providers.ts';
import type { KeptValues, Visit } from './kept-values.ts';
import { Refusal, type RefusalCode, refusalOf } from './refusal.ts';
import { type Outcome, returnFromVisit } from './return-from-visit.ts';

export interface CallbackParts extends KeptValues {
  readonly work: Work;
  readonly providers: IdentityProviders;
  readonly sessions: BrowserSessions;
}

interface CallbackRequest {
  readonly Params: { readonly provider: string };
}

/** Where providers send browsers back to. No call of the client's: it always sends the browser on to a page. */
export function callbackRoute(app: FastifyInstance, parts: CallbackParts): void {
  app.get<CallbackRequest>(
    '/api/auth/identity-providers/:provider/callback',
    { schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('set-cookie', parts.visits.endedCookie());
      let visit: Visit | null = null;
      try {
        visit = await parts.visits.take(request.headers.cookie);
        if (!visit) throw new Refusal('expired');
        const { provider } = request.params;
        const query = new URL(request.url, 'http://localhost').search;
        const { identity } = request;
        const origin = originOf(request);
        const outcome = await returnFromVisit(parts, { provider, query, visit, identity, origin });
        const cookie = await cookieFor(outcome, parts, visit, request);
        if (cookie) reply.header('set-cookie', cookie);
        return reply.redirect(outcome.location, 303);
      } catch (error) {
        const code = refusalOf(error);
        tell(request, code, error);
        if (visit) await recordRefusal(parts, visit, code, request);
        return reply.redirect(`${refusalPage(visit, request)}?refused=${code}`, 303);
      }
    },
  );
}

async function cookieFor(
  outcome: Outcome,
  { work, providers, sessions }: CallbackParts,
  { provider }: Visit,
  request: FastifyRequest,
): Promise<string | null> {
  if (outcome.kind === 'linked') return null;
  if (outcome.kind === 'unknown') return outcome.cookie;
  return startSession(work, sessions, {
    user: outcome.user,
    presented: request.identity,
    origin: originOf(request),
    detail: providers.describe(provider).name,
    facts: sessionFacts(provider, outcome.idToken),
  });
}

/** For the audit trail of whoever began to link; what a stranger's sign-in came to is nobody's. */
async function recordRefusal(
  { work, providers }: CallbackParts,
  { provider, purpose }: Visit,
  code: RefusalCode,
  request: FastifyRequest,
): Promise<void> {
  if (purpose.kind !== 'link' || code === 'cancelled') return;
  const occurrence = {
    userId: purpose.userId,
    kind: 'identity_refused' as const,
    origin: originOf(request),
    detail: providers.describe(provider).name,
  };
  await recordActivity(work.read(), occurrence).catch((error: unknown) => {
    request.log.warn({ err: error }, 'A refusal could not be recorded');
  });
}

/** Who is signed in would be sent away from /login, and not see why it came to nothing. */
function refusalPage(visit: Visit | null, { identity }: FastifyRequest): '/profile' | '/login' {
  const isLink = visit ? visit.purpose.kind === 'link' : identity !== null;
  return isLink ? '/profile' : '/login';
}

/** Of a fault only what kind it is: its details may hold tokens and addresses. */
function tell(request: FastifyRequest, refused: RefusalCode, error: unknown): void {
  if (error instanceof Refusal || refused === 'cancelled') return;
  const { name, message, code } = error as Error & { code?: unknown };
  request.log.warn({ refused, fault: name, code, reason: message }, 'A sign-in with a provider came to nothing');
}
