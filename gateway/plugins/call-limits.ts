import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import type { Handler } from '../src/http/exchange.ts';
import { type CountedBy, limitRequests } from '../src/limits/limit-requests.ts';
import type { Policy } from './policy.ts';

/** Counts requests per address or per signed-in user against the limits that the contracts set for particular calls. */
export const callLimits: Policy<{ by: CountedBy }> = {
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
