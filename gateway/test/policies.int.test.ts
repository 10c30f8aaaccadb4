import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { sendJson } from './support/upstream.ts';

const { gateway, service: library } = await startSetup(
  (request, response) => {
    text(request).then(
      (body) => sendJson(response, { bytes: body.length }, { server: 'secret/1.0', 'x-powered-by': 'secret' }),
      () => undefined,
    );
  },
  (url) => ({ LIBRARY_URL: url, PUBLIC_ORIGIN: 'https://shelf.example' }),
);

test('sends security headers and does not reveal the server software', async () => {
  const { headers } = await sendRequest(`${gateway.url}/api/games/library`);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
  });
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
});

const own = () => new URL(gateway.url).host;

test.each<[string, () => Record<string, string>, number]>([
  ['of the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
  ['typed by the user', () => ({ 'sec-fetch-site': 'none' }), 200],
  ['of another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
  ['of a sibling site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
  [
    'of another site that claims our origin',
    () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://shelf.example' }),
    403,
  ],
  ['of an older browser on the public origin', () => ({ origin: 'https://shelf.example' }), 200],
  ['of an older browser on this host', () => ({ origin: `https://${own()}` }), 200],
  ['of an older browser over plain HTTP on this host', () => ({ origin: `http://${own()}` }), 403],
  ['of an older browser over plain HTTP', () => ({ origin: 'http://shelf.example', host: 'shelf.example' }), 403],
  ['of an older browser on another port', () => ({ origin: 'https://shelf.example:8443' }), 403],
  [
    'of an older browser on a name that only begins like ours',
    () => ({ origin: 'https://shelf.example.evil.example' }),
    403,
  ],
  [
    'of the same origin as the browser sees it',
    () => ({ 'sec-fetch-site': 'same-origin', origin: `http://${own()}` }),
    200,
  ],
  [
    'of the same origin, with the origin of another',
    () => ({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }),
    403,
  ],
  [
    'typed by the user, with the origin of another',
    () => ({ 'sec-fetch-site': 'none', origin: 'https://evil.example' }),
    403,
  ],
  ['of the same origin in a frame without one', () => ({ 'sec-fetch-site': 'same-origin', origin: 'null' }), 403],
  ['of a site that no browser names', () => ({ 'sec-fetch-site': 'Same-Origin' }), 403],
  ['of an older browser elsewhere', () => ({ origin: 'https://evil.example' }), 403],
  ['of a page without an origin', () => ({ origin: 'null' }), 403],
  ['of no browser', () => ({}), 200],
])('checks the origin of an unsafe request %s', async (_, headers, status) => {
  const before = library.requests.length;
  const answer = await sendRequest(`${gateway.url}/api/games/library/add`, {
    method: 'POST',
    headers: headers(),
    body: '{}',
  });
  expect(answer.status).toBe(status);
  expect(library.requests.length - before).toBe(status === 200 ? 1 : 0);
  if (status === 403) expect(answer.json()).toMatchObject({ success: false, code: 'request.cross_origin' });
});

test('allows safe requests from any origin', async () => {
  const { status } = await sendRequest(`${gateway.url}/api/games/library`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(status).toBe(200);
});

const mebibyte = 1024 * 1024;
const pieces = (bytes: number) => Array.from({ length: bytes / 65_536 }, () => Buffer.alloc(65_536, 'x'));

// The gateway streams a POST, but buffers a PUT.
describe.each([
  ['POST', 'add'],
  ['PUT', '0195f3f0-0000-7000-8000-000000000001'],
])('%s', (method, path) => {
  const send = (body: Buffer | Buffer[]) => sendRequest(`${gateway.url}/api/games/library/${path}`, { method, body });

  test('accepts a body of exactly the limit, with or without a declared length', async () => {
    expect((await send(Buffer.alloc(mebibyte, 'x'))).json()).toEqual({ bytes: mebibyte });
    expect((await send(pieces(mebibyte))).json()).toEqual({ bytes: mebibyte });
  });

  test('rejects a larger body, immediately with a declared length and else while it arrives', async () => {
    const before = library.requests.length;
    const declared = await send(Buffer.alloc(mebibyte + 1));
    expect(declared.status).toBe(413);
    expect(declared.json()).toMatchObject({ success: false, code: 'request.too_large' });
    expect(library.requests.length).toBe(before);
    const counted = await send(pieces(2 * mebibyte));
    expect(counted.status).toBe(413);
    expect(counted.json()).toMatchObject({ success: false, code: 'request.too_large' });
  });
});
