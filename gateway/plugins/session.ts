import type { ServerResponse } from 'node:http';
import { CodedError, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { isSecureOrigin, sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { bearerIn } from '../src/http/bearer.ts';
import type { GatewayRequest, Holder, Verdict } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import { LeasedLimiter, tooMany } from '../src/limits.ts';
import type { Policy } from '../src/runtime.ts';

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
  create: ({ settings, sessions, tokens, cache, metrics }) => {
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const points = Math.max(1, Math.round(limit.points * settings.RATE_LIMIT_FACTOR));
    const wrong = new LeasedLimiter(cache, { ...limit, points });
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
