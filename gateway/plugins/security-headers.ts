import { randomUUID } from 'node:crypto';
import { apiHeaders, headersOfAll } from '@nightshelf/platform/http/headers.ts';
import { clientPolicy, workerPolicy } from '../src/client/content-security-policy.ts';
import { pathOf } from '../src/http/exchange.ts';
import type { Policy } from '../src/runtime.ts';

export const securityHeaders: Policy<{ for: 'api' | 'client' }> = {
  name: 'security-headers',
  properties: { for: { enum: ['api', 'client'] } },
  create: ({ settings, clientFiles }, { for: subject }) => {
    const ofApi = apiHeaders(settings.PUBLIC_ORIGIN);
    const ofAll = headersOfAll(settings.PUBLIC_ORIGIN);
    const policyFor = (path: string) =>
      path === '/sw.js'
        ? workerPolicy(settings.IMAGE_ORIGINS)
        : clientPolicy(clientFiles.scriptHashes(), settings.IMAGE_ORIGINS);
    return (request, _, next) => {
      const { headers } = request.exchange;
      if (subject === 'api') headers.push(...ofApi);
      else headers.push(...ofAll, 'content-security-policy', policyFor(pathOf(request)));
      next();
    };
  },
};

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

export const client: Policy = {
  name: 'client',
  create:
    ({ clientFiles }) =>
    (request, response) =>
      clientFiles.serve(request, response),
};
