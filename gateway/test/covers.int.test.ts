import { expect, test } from 'vitest';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { sendJson } from './support/upstream.ts';

const etag = '"of a cover"';
const cacheControl = 'public, max-age=2592000, stale-while-revalidate=31536000';

const { gateway, service: catalog } = await startSetup(
  (request, response) => {
    if (!request.url?.startsWith('/api/games/covers')) return sendJson(response, { success: true, games: [] });
    const isKept = request.headers['if-none-match'] === etag;
    response.writeHead(isKept ? 304 : 200, { etag, 'cache-control': cacheControl, 'content-type': 'image/svg+xml' });
    response.end(isKept ? undefined : '<svg xmlns="http://www.w3.org/2000/svg"/>');
  },
  (url) => ({ CATALOG_URL: url }),
);

const cover = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRequest(`${gateway.url}/api/games/covers${query}`, { headers });

test('forwards a cacheable cover from the catalog to anonymous users', async () => {
  const { status, headers, body } = await cover('?name=Secret%20of%20Evermore');
  expect([status, body.toString()]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>']);
  expect(headers).toMatchObject({ etag, 'cache-control': cacheControl, 'content-type': 'image/svg+xml' });
  expect(headers['set-cookie']).toBeUndefined();
  expect(catalog.requests.at(-1)?.url).toBe('/api/games/covers?name=Secret%20of%20Evermore');
});

test('forbids scripts in a cover opened as its own document', async () => {
  const { headers } = await cover('?name=Portal');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toMatch(/script-src|allow-scripts/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('does not count covers towards the game search limit', async () => {
  const remaining = async () =>
    Number((await sendRequest(`${gateway.url}/api/games/search?q=portal`)).headers['ratelimit-remaining']);
  const before = await remaining();
  for (let at = 0; at < 20; at += 1) expect((await cover(`?name=Game%20${at}`)).status).toBe(200);
  expect(await remaining()).toBe(before - 1);
});
