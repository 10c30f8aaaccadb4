import type { ServerResponse } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../http/answer.ts';
import { clientAddress } from '../http/client-address.ts';
import type { GatewayRequest } from '../http/exchange.ts';
import { LeasedLimiter } from '../limits/leased-limiter.ts';
import { tooMany } from '../limits/limit-requests.ts';
import type { Verdict } from '../limits/verdict.ts';
import type { Runtime } from '../runtime.ts';

const limit = { name: 'wrong-token', points: 60, seconds: 60 };

/**
 * Rejects invalid tokens. After too many from one address, rejects all its tokens except those already known as valid.
 */
export class WrongTokens {
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
