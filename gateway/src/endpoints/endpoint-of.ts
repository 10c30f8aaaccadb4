import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@nightshelf/contracts';
import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import findMyWay from 'find-my-way';

/** The services' own router, so that no way to write a path means one endpoint here and another one there. */
const router = findMyWay({ ignoreTrailingSlash: true });

for (const endpoint of endpoints) router.on(endpoint.method, endpoint.path, () => undefined, endpoint);

/** What the contracts say of the endpoint that a request is for; null when they know none. HEAD is the same as GET. */
export function endpointOf({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): Endpoint | null {
  const found = router.find(method === 'HEAD' ? 'GET' : (method as findMyWay.HTTPMethod), url);
  return (found?.store as Endpoint | undefined) ?? null;
}
