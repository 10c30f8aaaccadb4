import { endpoints } from '@nightshelf/contracts/calls/endpoints.ts';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { plainPath } from './support/disguises.ts';
import { everyServiceAt, startTestGateway, type TestGateway } from './support/gateway.ts';
import { Sessions } from './support/sessions.ts';
import { sendJson, startUpstream, type Upstream } from './support/upstream.ts';

let redis: IsolatedRedis;
let sessions: Sessions;
let service: Upstream;
let gateway: TestGateway;
/** The service's response headers. */
let said: { status: number; headers: Record<string, string> };

beforeAll(async () => {
  redis = await isolatedRedis();
  sessions = new Sessions(redis.url);
  service = await startUpstream((_, response) => {
    response.statusCode = said.status;
    if (said.status === 200) sendJson(response, { success: true }, said.headers);
    else response.writeHead(said.status, said.headers).end();
  });
  gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    RATE_LIMIT_FACTOR: '1000',
    ...everyServiceAt(service.url),
  });
});

afterAll(async () => {
  await gateway?.stop();
  sessions.close();
  await service?.close();
  await redis.release();
});

test.each(endpoints.map((endpoint) => [endpoint.method, plainPath(endpoint)] as const))(
  'returns no-store for %s %s unless the service sets cache-control',
  async (method, path) => {
    const { headers } = await sessions.signIn();
    const kept = async () => (await ask(gateway.url + path, { method, headers })).headers['cache-control'];
    for (const status of [200, 304, 401, 404, 422, 500]) {
      said = { status, headers: {} };
      expect(await kept(), `${status}`).toBe('no-store');
    }
    said = { status: 200, headers: { 'cache-control': 'private, no-cache', etag: '"1"' } };
    expect(await kept()).toBe('private, no-cache');
  },
);

test('names the user of a response, unless a cache could show it to another user without revalidation', async () => {
  const [ada, bob] = [await sessions.signIn('ada'), await sessions.signIn('bob')];
  const namedTo = async (headers: object, kept?: string) => {
    said = { status: 200, headers: { 'session-user': 'eve', ...(kept && { 'cache-control': kept }) } };
    return (await ask(`${gateway.url}/api/games/library`, { headers: { ...headers } })).headers['session-user'];
  };
  for (const kept of [undefined, 'private, no-store', 'private, no-cache']) {
    expect(await namedTo(ada.headers, kept)).toBe(ada.userId);
    expect(await namedTo(bob.headers, kept)).toBe(bob.userId);
    expect(await namedTo({}, kept)).toBeUndefined();
  }
  expect(await namedTo(ada.headers, 'private, max-age=60')).toBeUndefined();
});
