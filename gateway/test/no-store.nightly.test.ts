import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import { expect, test } from 'vitest';
import { plainPath } from './support/disguises.ts';
import { everyServiceAt } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { sendJson } from './support/upstream.ts';

/** The service's response headers. */
let reply: { status: number; headers: Record<string, string> };

const { gateway, sessions } = await startSetup(
  (_, response) => {
    response.statusCode = reply.status;
    if (reply.status === 200) sendJson(response, { success: true }, reply.headers);
    else response.writeHead(reply.status, reply.headers).end();
  },
  (url) => ({ RATE_LIMIT_FACTOR: '1000', ...everyServiceAt(url) }),
);

test.each(endpoints.map((endpoint) => [endpoint.method, plainPath(endpoint)] as const))(
  'returns no-store for %s %s unless the service sets cache-control',
  async (method, path) => {
    const { headers } = await sessions.signIn();
    const kept = async () => (await sendRequest(gateway.url + path, { method, headers })).headers['cache-control'];
    for (const status of [200, 304, 401, 404, 422, 500]) {
      reply = { status, headers: {} };
      expect(await kept(), `${status}`).toBe('no-store');
    }
    reply = { status: 200, headers: { 'cache-control': 'private, no-cache', etag: '"1"' } };
    expect(await kept()).toBe('private, no-cache');
  },
);

test('names the user of a response, unless a cache could show it to another user without revalidation', async () => {
  const [ada, bob] = [await sessions.signIn('ada'), await sessions.signIn('bob')];
  const namedTo = async (headers: object, kept?: string) => {
    reply = { status: 200, headers: { 'session-user': 'eve', ...(kept && { 'cache-control': kept }) } };
    return (await sendRequest(`${gateway.url}/api/games/library`, { headers: { ...headers } })).headers['session-user'];
  };
  for (const kept of [undefined, 'private, no-store', 'private, no-cache']) {
    expect(await namedTo(ada.headers, kept)).toBe(ada.userId);
    expect(await namedTo(bob.headers, kept)).toBe(bob.userId);
    expect(await namedTo({}, kept)).toBeUndefined();
  }
  expect(await namedTo(ada.headers, 'private, max-age=60')).toBeUndefined();
});
