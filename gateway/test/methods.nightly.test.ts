import { METHODS } from 'node:http';
import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import { expect, test } from 'vitest';
import { plainPath } from './support/disguises.ts';
import { everyServiceAt } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { naming } from './support/upstream.ts';

const { gateway, service } = await startSetup(naming('one of them'), (url) => ({
  RATE_LIMIT_FACTOR: '1000',
  ...everyServiceAt(url),
}));

/**
 * Returns the methods of a path: those of the exact path if it exists, else of its pattern, as in the services' router.
 */
function methodsAt(path: string): Set<string> {
  const exact = endpoints.filter((endpoint) => endpoint.path === path);
  const found = exact.length > 0 ? exact : endpoints.filter((endpoint) => pattern(endpoint.path).test(path));
  const at = found.map(({ method }) => method as string);
  return new Set(at.includes('GET') ? [...at, 'HEAD'] : at);
}
const pattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

const paths = [...new Set([...endpoints.map(plainPath), '/api/docs', '/api/docs/auth.json', '/'])];
const readOnly = ['/api/docs', '/api/docs/auth.json', '/'];

test.each(paths)('%s: returns 405 with the allowed methods for all others', async (path) => {
  const has = readOnly.includes(path) ? new Set(['GET', 'HEAD']) : methodsAt(path);
  // CONNECT names no path; OPTIONS has its own response.
  for (const method of METHODS.filter((one) => !has.has(one) && !['CONNECT', 'OPTIONS'].includes(one))) {
    const before = service.requests.length;
    const answer = await sendRequest(gateway.url + path, { method });
    expect(answer.status, method).toBe(405);
    expect(new Set(answer.headers.allow?.split(', ')), method).toEqual(has);
    if (method !== 'HEAD') {
      expect(answer.json()).toMatchObject({ success: false, code: 'request.method_not_allowed' });
      expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
    }
    expect(service.requests.length).toBe(before);
  }
  const options = await sendRequest(gateway.url + path, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example' },
  });
  expect(options.status).toBe(204);
  expect(new Set(options.headers.allow?.split(', '))).toEqual(has);
  expect(Object.keys(options.headers).join()).not.toContain('access-control');
});

test.each(['GET', 'POST', 'OPTIONS', 'PROPFIND'])('returns 404 for %s of an unknown path', async (method) => {
  const answer = await sendRequest(`${gateway.url}/api/auth/nothing`, { method });
  expect(answer.status).toBe(404);
  expect(answer.json()).toMatchObject({ success: false, code: 'request.not_found' });
  expect(answer.headers).not.toHaveProperty('allow');
});
