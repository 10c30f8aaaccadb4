import { randomUUID } from 'node:crypto';
import type { Policy } from '../src/runtime.ts';

/** Short, and safe in a header or a log line. */
const safe = /^[A-Za-z0-9._-]{8,64}$/;

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
