import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { expectedUserHeader } from '@nightshelf/contracts/headers.ts';
import { refuseToken } from '@nightshelf/platform/api-tokens/token-copies.ts';
import { CodedError, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { isSecureOrigin, sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { type GatewayRequest, type Holder, safeMethods, type Verdict } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import { LeasedLimiter, tooMany } from '../src/limits.ts';
import type { Policy } from '../src/runtime.ts';

/**
 * Returns the token of an `Authorization: Bearer` header, '' when malformed, null otherwise. Never reads the URL, which
 * ends up in logs.
 */
export function bearerIn({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | null {
  const [scheme = '', token = '', ...more] = authorization?.trim().split(/ +/) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return null;
  return more.length === 0 ? token : '';
}

/** Invalid tokens per address; above the limit the gateway accepts only tokens that it knows as valid. */
const limit = { name: 'wrong-token', points: 60, seconds: 60 };

const invalidToken = () =>
  new CodedError(401, 'auth.token_invalid', 'This API token is invalid, expired or revoked.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });

/**
 * Looks up the session on every request, so that an ended session is rejected immediately. An API token takes
 * precedence, since browsers send cookies automatically. Without Redis, a request with a cookie gets a 503.
 */
export const session: Policy = {
  name: 'session',
  create: (runtime) => {
    const { settings, sessions, tokens, metrics } = runtime;
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const wrong = new LeasedLimiter(runtime, limit);
    const refuse = (request: GatewayRequest, response: ServerResponse, verdict: Verdict) => {
      if (verdict.allowed) return sendFailure(request, response, invalidToken());
      metrics.limited.inc({ limit: limit.name });
      sendFailure(request, response, tooMany(verdict));
    };
    const unknown = (request: GatewayRequest, response: ServerResponse) => (error: unknown) => {
      const message = 'Your session cannot be checked right now. Please try again.';
      sendFailure(request, response, unavailable('gateway.sessions_unavailable', message, error));
    };
    return (request, response, next) => {
      const proceed = (found: Holder | null) => {
        request.exchange.session = found;
        next();
      };
      const bearer = bearerIn(request.headers);
      if (bearer !== null) {
        const { address } = request.exchange;
        const spent = tokens.isKnown(bearer) ? null : wrong.spent(address);
        if (spent) return refuse(request, response, spent);
        const decide = async (holder: Holder | null) =>
          holder ? proceed(holder) : refuse(request, response, await wrong.take(address));
        tokens.find(bearer).then((holder) => void decide(holder).catch(next), unknown(request, response));
        return;
      }
      const token = sessionTokenIn(request.headers.cookie, secure);
      const found = token === null ? null : sessions.find(token);
      if (found instanceof Promise) found.then(proceed, unknown(request, response));
      else proceed(found);
    };
  },
};

/** Limits API tokens to the calls of their scopes in the contracts; a call without a scope accepts no token. */
export const tokenScope: Policy = {
  name: 'token-scope',
  create: () => (request, response, next) => {
    const { session, endpoint } = request.exchange;
    if (!session?.scopes) return next();
    try {
      refuseToken(session, endpoint);
    } catch (refusal) {
      return sendFailure(request, response, refusal as CodedError);
    }
    next();
  },
};

const otherUser = new CodedError(412, 'auth.other_user', 'Another user has signed in. Nothing was changed.');

/**
 * Rejects an unsafe request whose signed-in user is not the one the caller expects. Anonymous requests pass; the
 * service rejects them if it needs a user.
 */
export const expectedUser: Policy = {
  name: 'expected-user',
  create: () => (request, response, next) => {
    const { method = '', headers, exchange } = request;
    const expected = safeMethods.has(method) ? undefined : headers[expectedUserHeader];
    const { session } = exchange;
    if (expected === undefined || session === null || session.userId === expected) next();
    else sendFailure(request, response, otherUser);
  },
};
