import type { ServerResponse } from 'node:http';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../http/answer.ts';
import { clientAddress } from '../http/client-address.ts';
import { countedAs, type GatewayRequest, type Handler, type Next } from '../http/exchange.ts';
import type { Runtime } from '../runtime.ts';
import { LeasedLimiter } from './leased-limiter.ts';
import { secondsLeft, type Verdict } from './verdict.ts';

export type CountedBy = 'address' | 'user';

/**
 * Counts requests and returns 429 above the limit.
 * @param isParticular whether it counts particular calls only. Such a limit protects the service, so an unreachable
 * service returns the points; a limit on all calls protects the gateway
 */
export function limitRequests(
  { settings, cache, metrics }: Runtime,
  { name, points, seconds }: Limit,
  by: CountedBy,
  isParticular: boolean,
): Handler {
  const scaled = Math.max(1, Math.round(points * settings.RATE_LIMIT_FACTOR));
  const limiter = new LeasedLimiter(cache, { name, points: scaled, seconds });
  const judge = (verdict: Verdict, request: GatewayRequest, response: ServerResponse, next: Next) => {
    const { exchange } = request;
    if (!exchange.allowance || verdict.remaining < exchange.allowance.remaining) exchange.allowance = verdict;
    if (isParticular) exchange.charged.push(verdict);
    if (verdict.allowed) {
      next();
      return;
    }
    metrics.limited(name);
    sendFailure(request, response, tooMany(verdict));
  };
  return (request, response, next) => {
    const { exchange } = request;
    if (by === 'address') exchange.address ||= clientAddress(request, settings.TRUST_PROXY);
    const key = by === 'address' ? exchange.address : exchange.session && countedAs(exchange.session);
    if (key === null) return next();
    const verdict = limiter.take(key);
    if (!(verdict instanceof Promise)) return judge(verdict, request, response, next);
    verdict.then((known) => judge(known, request, response, next), next);
  };
}

export function tooMany(verdict: Verdict): CodedError {
  const seconds = secondsLeft(verdict);
  const message = `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new CodedError(429, 'gateway.rate_limited', message, { headers: { 'retry-after': String(seconds) } });
}
