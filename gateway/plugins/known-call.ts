import type { Endpoint } from '@nightshelf/contracts/call.ts';
import { endpoints, gatewayCalls } from '@nightshelf/contracts/calls/endpoints.ts';
import { notFound as notFoundError } from '@nightshelf/platform/errors/coded-error.ts';
import findMyWay from 'find-my-way';
import { pathOf } from '../src/http/exchange.ts';
import { methodNotAllowed, respondToOptions, sendFailure } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';
import { serviceNames } from '../src/settings.ts';

const documents = serviceNames.map((name): Endpoint => ({ method: 'GET', path: `/api/docs/${name}.json` }));

/** The same router as in the services, so that no path means one endpoint here and another there. */
const router = findMyWay();

const all = [...endpoints, ...gatewayCalls, ...documents];

for (const endpoint of all) router.on(endpoint.method, endpoint.path, () => undefined, endpoint);

/** Paths without parameters. Such a name is never a value of another path's parameter. */
const names = new Set(all.map(({ path }) => path).filter((path) => !path.includes(':')));

/**
 * Returns the contract's endpoint for a request, or null. HEAD counts as GET, except on endless streams.
 * @param url canonical (canonical-target.ts)
 */
export function endpointOf(method: string, url: string): Endpoint | null {
  const path = pathOf({ url });
  // The router reads a trailing slash as an empty parameter.
  if (path.endsWith('/')) return null;
  const found = router.find(method === 'HEAD' ? 'GET' : (method as findMyWay.HTTPMethod), url);
  const endpoint = found?.store as Endpoint | undefined;
  if (!endpoint || (endpoint.endless && method === 'HEAD')) return null;
  return endpoint.path.includes(':') && names.has(path) ? null : endpoint;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Returns the methods of a path, with HEAD where it has GET; empty for an unknown path. */
export const methodsOf = (url: string): readonly string[] => methods.filter((method) => endpointOf(method, url));

const unknown = () => notFoundError('request.not_found', 'Not found.');

/**
 * Finds the contract's call for a request once, for the limits and timeouts of later policies. Rejects unknown calls,
 * which would have no limits.
 */
export const knownCall: Policy = {
  name: 'known-call',
  create: () => (request, response, next) => {
    const { method = '', url = '' } = request;
    request.exchange.endpoint = endpointOf(method, url);
    if (request.exchange.endpoint) return next();
    const methods = methodsOf(url);
    if (methods.length === 0) sendFailure(request, response, unknown());
    else if (method === 'OPTIONS') respondToOptions(request, response, methods);
    else sendFailure(request, response, methodNotAllowed(methods));
  },
};

export const notFound: Policy = {
  name: 'not-found',
  create: () => (request, response) => sendFailure(request, response, unknown()),
};
