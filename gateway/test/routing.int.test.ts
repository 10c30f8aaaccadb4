import { text } from 'node:stream/consumers';
import { endpoints, identityCallback } from '@nightshelf/contracts/calls/endpoints.ts';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { expect, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { naming, sendJson, startUpstream, type Upstream } from './support/upstream.ts';

const services = ['auth', 'library', 'catalog', 'social', 'media'] as const;

const redis = await isolatedRedis();
const started = services.map(async (name) => [name, await startUpstream(naming(name))] as const);
const upstreams = Object.fromEntries(await Promise.all(started)) as Record<(typeof services)[number], Upstream>;
const gateway = await startTestGateway({
  REDIS_URL: redis.url,
  REDIS_CACHE_URL: redis.cacheUrl,
  ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].url])),
});

test.each([
  ['/api/auth/profile', 'auth'],
  ['/api/games/library', 'library'],
  ['/api/games/library?x=1', 'library'],
  ['/api/games/lists', 'library'],
  ['/api/games/lists/1', 'library'],
  ['/api/games/library-of-babel', 'catalog'],
  ['/api/games/search?query=zelda%20%26', 'catalog'],
  ['/api/games/3030-4725', 'catalog'],
  ['/api/games/search/external?q=a', 'catalog'],
  ['/api/games/suggest?q=ze', 'catalog'],
  ['/api/games/times?guids=3030-1', 'catalog'],
  ['/api/games/steam?account=nightshelf', 'catalog'],
  ['/api/users/search?query=ada', 'social'],
  ['/api/notifications?limit=1', 'social'],
  ['/api/notifications/settings', 'social'],
  ['/api/youtube/daily-reviews', 'media'],
  ['/api/docs/social.json', 'social'],
  ['/api/docs/library.json', 'library'],
])('forwards %s to %s with path and query unchanged', async (path, service) => {
  const answer = await sendRequest(gateway.url + path);
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({ success: true, service, method: 'GET', url: path });
});

test.each([
  ['PUT', '/api/games/library/1'],
  ['DELETE', '/api/games/library/1'],
  ['POST', '/api/games/library/add'],
])('forwards a %s with its body', async (method, path) => {
  upstreams.library.answer = (request, response) => {
    text(request).then((body) => sendJson(response, { method: request.method, body }));
  };
  const answer = await sendRequest(gateway.url + path, { method, body: '{"a":1}' });
  expect(answer.json()).toEqual({ method, body: '{"a":1}' });
  upstreams.library.answer = naming('library');
});

test.each([
  '/api',
  '/api/',
  '/api/unknown',
  '/api/docs/payments.json',
  '/api/authentic',
  '/api/auth',
  '/api/auth/nothing',
  '/api/users/',
])('returns 404 in the error format for %s', async (path) => {
  const answer = await sendRequest(gateway.url + path);
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.json()).toEqual({
    success: false,
    message: 'Not found.',
    code: 'request.not_found',
    request_id: answer.headers['x-request-id'],
  });
});

test.each(['/api/auth/%', '/api/%zz', '/games/%zz'])('returns 400 with every security header for %s', async (path) => {
  const answer = await sendRequest(gateway.url + path);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ success: false, code: 'request.malformed' });
  expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('shows every call of the contracts, also while services do not respond', async () => {
  const { status, headers, body } = await sendRequest(`${gateway.url}/api/docs`);
  const page = body.toString();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'sha256-/);
  const missing = endpoints
    .filter((endpoint) => endpoint !== identityCallback)
    .filter(({ path }) => !page.includes(`<code>${path.replaceAll(/:(\w+)/g, '{$1}')}</code>`));
  expect(missing).toEqual([]);
  expect(page).toContain('400: ');
  expect(page).toContain('10 in 60 seconds per address');
  for (const service of [...services, 'gateway']) expect(page).toContain(`href="/api/docs/${service}.json"`);
});

test('describes the events between services as AsyncAPI, linked from the page', async () => {
  const { headers, json } = await sendRequest(`${gateway.url}/api/docs/events.json`);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json()).toMatchObject({ asyncapi: '3.0.0', channels: { 'library.entries': expect.anything() } });
  expect((await sendRequest(`${gateway.url}/api/docs`)).body.toString()).toContain('href="/api/docs/events.json"');
});
