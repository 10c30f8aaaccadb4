import type { Endpoint } from '@nightshelf/contracts/call.ts';
import { endpoints, gatewayCalls } from '@nightshelf/contracts/calls/endpoints.ts';
import findMyWay from 'find-my-way';
import { serviceNames } from '../settings.ts';

/** Each service describes its calls. */
const documents = serviceNames.map((name): Endpoint => ({ method: 'GET', path: `/api/docs/${name}.json` }));

/** The services' own router, so that no way to write a path means one endpoint here and another one there. */
const router = findMyWay();

const all = [...endpoints, ...gatewayCalls, ...documents];

for (const endpoint of all) router.on(endpoint.method, endpoint.path, () => undefined, endpoint);

/** Paths without parameters. What stands in one of them is a name, and no value of another path's parameter. */
const names = new Set(all.map(({ path }) => path).filter((path) => !path.includes(':')));

/**
 * What the contracts say of the endpoint that a request is for; null when they know none. HEAD is the same as GET, where the
 * answer has an end.
 * @param url in its one form (canonical-target.ts)
 */
export function endpointOf(method: string, url: string): Endpoint | null {
  if (isOpenEnded(url)) return null;
  const found = router.find(method === 'HEAD' ? 'GET' : (method as findMyWay.HTTPMethod), url);
  const endpoint = found?.store as Endpoint | undefined;
  if (!endpoint || (endpoint.endless && method === 'HEAD')) return null;
  return endpoint.path.includes(':') && names.has(pathIn(url)) ? null : endpoint;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The methods that a path has, HEAD where it has GET; none when there is no such path. */
export const methodsOf = (url: string): readonly string[] => methods.filter((method) => endpointOf(method, url));

/** Whether the path ends with a slash, which the router takes for an empty parameter. */
const isOpenEnded = (url: string): boolean => pathIn(url).endsWith('/');

function pathIn(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
