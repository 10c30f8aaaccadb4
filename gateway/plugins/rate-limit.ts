import type { Limit } from '@nightshelf/contracts/limits.ts';
import { type CountedBy, limitRequests } from '../src/limits/limit-requests.ts';
import type { Policy } from './policy.ts';

/** Counts all requests per address or per signed-in user, and returns 429 above the limit. */
export const rateLimit: Policy<Limit & { by: CountedBy }> = {
  name: 'rate-limit',
  properties: {
    name: { type: 'string' },
    by: { enum: ['address', 'user'] },
    points: { type: 'integer', minimum: 1 },
    seconds: { type: 'integer', minimum: 1 },
  },
  create: (runtime, { by, ...limit }) => limitRequests(runtime, limit, by, false),
};
