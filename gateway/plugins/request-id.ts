import { randomUUID } from 'node:crypto';
import type { Policy } from './policy.ts';

/** Short, and nothing that could break out of a header or a log line. */
const sane = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes over the caller's x-request-id when it is sane, else makes one; it is sent on and answered. */
export const requestId: Policy = {
  name: 'request-id',
  create: () => (request, _, next) => {
    const given = request.headers['x-request-id'];
    const { exchange } = request;
    exchange.requestId = typeof given === 'string' && sane.test(given) ? given : randomUUID();
    exchange.headers.push('x-request-id', exchange.requestId);
    exchange.route = request.egContext?.apiEndpoint.apiEndpointName ?? 'none';
    next();
  },
};
