import type { ServerResponse } from 'node:http';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { sendFailure } from '../src/http/answer.ts';
import { clientAddress } from '../src/http/client-address.ts';
import { type GatewayRequest, type Next, pathOf } from '../src/http/exchange.ts';
import { LeasedLimiter } from '../src/limits/leased-limiter.ts';
import type { Verdict } from '../src/limits/verdict.ts';
import type { GatewayMetrics } from '../src/metrics.ts';
import type { Policy } from './policy.ts';

interface Parameters {
  readonly name: string;
  readonly by: 'address' | 'user';
  readonly points: number;
  readonly seconds: number;
  /** The calls that it counts; all of them unless given. */
  readonly method?: string;
  readonly path?: string;
}

/** Counts the requests of an address or of a signed-in user, and refuses what goes beyond the limit: 429. */
export const rateLimit: Policy<Parameters> = {
  name: 'rate-limit',
  properties: {
    name: { type: 'string' },
    by: { enum: ['address', 'user'] },
    points: { type: 'integer', minimum: 1 },
    seconds: { type: 'integer', minimum: 1 },
    method: { type: 'string' },
    path: { type: 'string', format: 'regex' },
  },
  create: ({ settings, cache, metrics }, { name, by, points, seconds, method, path }) => {
    const scaled = Math.max(1, Math.round(points * settings.RATE_LIMIT_FACTOR));
    const limiter = new LeasedLimiter(cache, { name, points: scaled, seconds });
    const pattern = path === undefined ? null : new RegExp(path);
    return (request, response, next) => {
      const { exchange } = request;
      if ((method && request.method !== method) || (pattern && !pattern.test(pathOf(request)))) return next();
      if (by === 'address') exchange.address ||= clientAddress(request, settings.TRUST_PROXY);
      const key = by === 'address' ? exchange.address : exchange.session?.userId;
      if (key === undefined) return next();
      const here: Case = { request, response, next, metrics, name, isParticular: pattern !== null };
      const verdict = limiter.take(key);
      if (!(verdict instanceof Promise)) return judge(verdict, here);
      verdict.then((known) => judge(known, here), next);
    };
  },
};

interface Case {
  readonly request: GatewayRequest;
  readonly response: ServerResponse;
  readonly next: Next;
  readonly metrics: GatewayMetrics;
  readonly name: string;
  /** Whether particular calls are counted: that is for the service's sake. What counts all calls is for the gateway's. */
  readonly isParticular: boolean;
}

function judge(verdict: Verdict, { request, response, next, metrics, name, isParticular }: Case): void {
  const { exchange } = request;
  if (!exchange.allowance || verdict.remaining < exchange.allowance.remaining) exchange.allowance = verdict;
  if (isParticular) exchange.charged.push(verdict);
  if (verdict.allowed) {
    next();
    return;
  }
  metrics.limited(name);
  const seconds = Math.max(1, Math.ceil((verdict.resetsAt - Date.now()) / 1000));
  const message = `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  const headers = { 'retry-after': String(seconds) };
  sendFailure(request, response, new CodedError(429, 'gateway.rate_limited', message, { headers }));
}
