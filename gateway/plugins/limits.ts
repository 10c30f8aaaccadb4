import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import type { Limit } from '@nightshelf/contracts/limits.ts';
import { CodedError } from '@nightshelf/platform/errors/coded-error.ts';
import { type Handler, limitKeyOf } from '../src/http/exchange.ts';
import { sendFailure } from '../src/http/response.ts';
import { type LimitSubject, limitRequests } from '../src/limits.ts';
import type { Policy } from '../src/runtime.ts';
import { scaled } from '../src/settings.ts';

/** Counts all requests per address or per signed-in user, and returns 429 above the limit. */
export const rateLimit: Policy<Limit & { by: LimitSubject }> = {
  name: 'rate-limit',
  properties: {
    name: { type: 'string' },
    by: { enum: ['address', 'user'] },
    points: { type: 'integer', minimum: 1 },
    seconds: { type: 'integer', minimum: 1 },
  },
  create: (runtime, { by, ...limit }) => limitRequests(runtime, limit, by, false),
};

/** Counts requests per address or per signed-in user against the limits that the contracts set for particular calls. */
export const callLimits: Policy<{ by: LimitSubject }> = {
  name: 'call-limits',
  properties: { by: { enum: ['address', 'user'] } },
  create: (runtime, { by }) => {
    const handlers = new Map<string, Handler>();
    for (const { limits } of endpoints) {
      const limit = limits?.[by];
      if (limit && !handlers.has(limit.name)) handlers.set(limit.name, limitRequests(runtime, limit, by, true));
    }
    return (request, response, next) => {
      const limit = request.exchange.endpoint?.limits?.[by];
      const handler = limit && handlers.get(limit.name);
      if (handler) handler(request, response, next);
      else next();
    };
  },
};

const tooMany = () =>
  new CodedError(429, 'gateway.too_many_at_once', 'Too many requests at once. Please try again.', {
    headers: { 'retry-after': '1' },
  });

/**
 * Limits the requests in flight per user or anonymous address, since unread responses hold service connections that all
 * callers share. `gateway.config.yml` and the metric call it `in-hand`.
 */
export const inFlight: Policy<{ most: number }> = {
  name: 'in-hand',
  properties: { most: { type: 'integer', minimum: 1 } },
  create: ({ settings, metrics }, { most }) => {
    const limit = scaled(settings, most);
    const counts = new Map<string, number>();
    return (request, response, next) => {
      // The caller may have left during earlier policies; the count of a closed response would never go down again.
      if (response.destroyed) return;
      const { session, address } = request.exchange;
      const key = session ? limitKeyOf(session) : address;
      const count = counts.get(key) ?? 0;
      if (count >= limit) {
        metrics.limited.inc({ limit: 'in-hand' });
        return sendFailure(request, response, tooMany());
      }
      counts.set(key, count + 1);
      response.once('close', () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      });
      next();
    };
  },
};
