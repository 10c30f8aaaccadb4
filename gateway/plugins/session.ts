import type { ServerResponse } from 'node:http';
import { CodedError, unavailable } from '@nightshelf/platform/errors/coded-error.ts';
import { isSecureOrigin, sessionTokenIn } from '@nightshelf/platform/sessions/cookie.ts';
import { bearerIn } from '../src/http/bearer.ts';
import { clientAddress } from '../src/http/client-address.ts';
import type { GatewayRequest, Holder, Verdict } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import { LeasedLimiter, tooMany } from '../src/limits.ts';
import type { Policy, Runtime } from '../src/runtime.ts';

const limit = { name: 'wrong-token', points: 60, seconds: 60 };

/**
 * Rejects invalid tokens. After too many from one address, rejects all its tokens except those already known as valid.
 */
class WrongTokens {
  readonly #runtime: Runtime;
  readonly #limiter: LeasedLimiter;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    const points = Math.max(1, Math.round(limit.points * runtime.settings.RATE_LIMIT_FACTOR));
    this.#limiter = new LeasedLimiter(runtime.cache, { ...limit, points });
  }

  /** Returns 429 to an address that has used up its invalid tokens. @returns whether it rejected the request */
  refuseEarly(request: GatewayRequest, response: ServerResponse): boolean {
    const verdict = this.#limiter.spent(this.#addressOf(request));
    if (!verdict) return false;
    this.#tooMany(request, response, verdict);
    return true;
  }

  /** Rejects an invalid token with 401, or with 429 above the limit. */
  async refuse(request: GatewayRequest, response: ServerResponse): Promise<void> {
    const verdict = await this.#limiter.take(this.#addressOf(request));
    if (verdict.allowed) sendFailure(request, response, invalidToken());
    else this.#tooMany(request, response, verdict);
  }

  #tooMany(request: GatewayRequest, response: ServerResponse, verdict: Verdict): void {
    this.#runtime.metrics.limited(limit.name);
    sendFailure(request, response, tooMany(verdict));
  }

  #addressOf(request: GatewayRequest): string {
    return request.exchange.address || clientAddress(request, this.#runtime.settings.TRUST_PROXY);
  }
}

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
    const { settings, sessions, tokens } = runtime;
    const secure = isSecureOrigin(settings.PUBLIC_ORIGIN);
    const wrong = new WrongTokens(runtime);
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
        if (!tokens.isKnown(bearer) && wrong.refuseEarly(request, response)) return;
        const decide = (holder: Holder | null) =>
          holder ? proceed(holder) : wrong.refuse(request, response).catch(next);
        tokens.find(bearer).then(decide, unknown(request, response));
        return;
      }
      const token = sessionTokenIn(request.headers.cookie, secure);
      const found = token === null ? null : sessions.find(token);
      if (found instanceof Promise) found.then(proceed, unknown(request, response));
      else proceed(found);
    };
  },
};
