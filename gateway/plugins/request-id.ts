import { randomUUID } from 'node:crypto';
import type { Policy } from './policy.ts';

/** Short, and nothing that could break out of a header or a log line. */
const safe = /^[A-Za-z0-9._-]{8,64}$/;

/** Keeps the caller's x-request-id when it is safe, else makes one. Service and caller both receive it. */
export const requestId: Policy = {
  name: 'request-id',
  create: () => (request, _, next) => {
    const given = request.headers['x-request-id'];
    const { exchange } = request;
    exchange.requestId = typeof given === 'string' && safe.test(given) ? given : randomUUID();
    exchange.headers.push('x-request-id', exchange.requestId);
    exchange.route = request.egContext?.apiEndpoint.apiEndpointName ?? 'none';
    next();
  },
};
