import { once } from 'node:events';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { connection, parseAnswer, type RawAnswer, raw } from './support/raw.ts';
import { startSetup } from './support/setup.ts';
import { sendJson } from './support/upstream.ts';

const { gateway } = await startSetup(
  (_, response) => void setTimeout(() => sendJson(response, { success: true }), 50),
  (url) => ({ AUTH_URL: url, PUBLIC_ORIGIN: 'https://shelf.example' }),
);

const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};

function expectRefusal({ status, headers, body }: RawAnswer, expected: number, code: string): void {
  expect(status).toBe(expected);
  expect(Object.fromEntries(headers)).toMatchObject(securityHeaders);
  expect(JSON.parse(body)).toEqual({
    success: false,
    code,
    message: expect.stringMatching(/^[A-Z0-9].*\.$/),
    request_id: headers.get('x-request-id'),
  });
}

const get = (target: string, headers = 'host: a\r\n') =>
  `GET ${target} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;
const ofLength = (length: number) => 'x'.repeat(length);

test.each<[string, string, number, string]>([
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
  ['an unknown method', 'STEAL /api/auth/profile HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
  ['a method in small letters', 'get /api/auth/profile HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
  ['another protocol', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400, 'request.malformed'],
  ['headers without end', get('/api', `host: a\r\nx: ${ofLength(20_000)}\r\n`), 431, 'request.headers_too_large'],
  ['an address longer than all headers may be', get(`/api/${ofLength(20_000)}`), 414, 'request.uri_too_long'],
  ['a long address', get(`/api/${ofLength(9000)}`), 414, 'request.uri_too_long'],
  ['an address of another host', get('http://elsewhere/api/auth/profile'), 400, 'request.malformed'],
  ['no host', get('/api/auth/profile', ''), 400, 'request.malformed'],
  ['two hosts', get('/api/auth/profile', 'host: a\r\nHost: b\r\n'), 400, 'request.malformed'],
  ['a host that cannot be one', get('/api/auth/profile', 'host: a/b@c\r\n'), 400, 'request.malformed'],
  ['an empty host', get('/', 'host:\r\n'), 400, 'request.malformed'],
  ['what cannot be expected', get('/', 'host: a\r\nexpect: miracles\r\n'), 417, 'request.expectation'],
  ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'request.method_not_allowed'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'request.malformed',
  ],
  [
    'a chunk without a length',
    'POST /api/auth/logout HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n',
    400,
    'request.malformed',
  ],
])('rejects %s in the error format with every security header', async (_, bytes, status, code) => {
  expectRefusal(await raw(gateway.url, bytes), status, code);
});

test('responds to requests that precede unparsable bytes', async () => {
  const profile = 'GET /api/auth/profile HTTP/1.1\r\nhost: a\r\n\r\n';
  const { socket, answers } = await connection(gateway.url);
  socket.write(`${profile}${profile}GARBAGE\r\n\r\n`);
  await once(socket, 'end');
  const [first = '', second = '', third = ''] = answers().split(/(?=HTTP\/1\.1 )/);
  expect([first, second].map((answer) => parseAnswer(answer).status)).toEqual([200, 200]);
  expectRefusal(parseAnswer(third), 400, 'request.malformed');
});

test('survives an unparsable body of a rejected request', async () => {
  const bytes = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n';
  expectRefusal(await raw(gateway.url, bytes), 400, 'request.malformed');
  expect((await raw(gateway.url, get('/api/auth/profile'))).status).toBe(200);
});

test('survives a CONNECT that is reset immediately', async () => {
  const { socket, answers } = await connection(gateway.url);
  socket.write('CONNECT elsewhere:443 HTTP/1.1\r\nhost: a\r\n\r\n');
  await until('it is refused', () => answers().includes(' 405 '));
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await raw(gateway.url, get('/api/auth/profile'))).status).toBe(200);
});

test('closes the connection on a pipelined CONNECT and sends no response for the pending requests', async () => {
  const { socket, answers } = await connection(gateway.url);
  const asMany = 'GET /api/auth/profile HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(100);
  socket.write(`${asMany}CONNECT elsewhere:443 HTTP/1.1\r\nhost: a\r\n\r\n`);
  await once(socket, 'end');
  expect(answers()).toBe('');
  expect((await raw(gateway.url, get('/api/auth/profile'))).status).toBe(200);
});
