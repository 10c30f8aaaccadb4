import { once } from 'node:events';
import { Agent, createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { freePort } from '@nightshelf/servers/process/kept.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { naming, sendJson } from './support/upstream.ts';

/** A fake service that sends raw bytes instead of HTTP. */
let speak: (socket: Socket, chunk: Buffer, served: number) => void = (socket) => socket.destroy();
const strange = createServer((socket) => {
  let served = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => speak(socket, chunk, served++));
});
afterAll(() => strange.close());

strange.listen(0, '127.0.0.1');
await once(strange, 'listening');
/** No process listens here until a test does. */
const replacedPort = await freePort();
const { gateway, service: media } = await startSetup(naming('media'), (url) => ({
  AUTH_URL: `http://127.0.0.1:${replacedPort}`,
  MEDIA_URL: url,
  CATALOG_URL: url,
  SOCIAL_URL: `http://127.0.0.1:${(strange.address() as AddressInfo).port}`,
}));

beforeEach(() => {
  media.answer = naming('media');
});

const videos = (headers: Record<string, string> = {}) =>
  sendRequest(`${gateway.url}/api/youtube/daily-reviews`, { headers });

test("closes the caller's connection when the service closes its own with a 503", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connectionOf = async (status: number) => {
    media.answer = (_, response) => response.writeHead(status, { connection: 'close' }).end('{}');
    return (await sendRequest(`${gateway.url}/api/youtube/daily-reviews`, { agent })).headers.connection;
  };
  expect(await connectionOf(503)).toBe('close');
  expect(await connectionOf(200)).toBe('keep-alive');
  agent.destroy();
});

test('returns 503 with retry-after for an unreachable service', async () => {
  const answer = await sendRequest(`${gateway.url}/api/games/library`);
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.json()).toMatchObject({ success: false, code: 'gateway.unavailable', request_id: expect.any(String) });
  const fault = /service="library",code="gateway.unavailable"/;
  expect(await gateway.figure('gateway_upstream_faults_total', fault)).toBeGreaterThan(0);
});

test('counts requests by journey, and separately those that external systems delayed or failed', async () => {
  media.answer = (_, response) => response.writeHead(503, { 'x-outside': 'true' }).end('{}');
  const answer = await sendRequest(`${gateway.url}/api/games/3030-1`);
  expect(answer.status).toBe(503);
  expect(answer.headers).not.toHaveProperty('x-outside');
  media.answer = (_, response) => response.writeHead(503).end('{}');
  await sendRequest(`${gateway.url}/api/games/3030-1`);
  await sendRequest(`${gateway.url}/api/games/times?guids=3030-1`);
  const received = ['journey="open-game",outside="true"', 'journey="open-game",outside=""', 'journey="",outside=""'];
  for (const labels of received) {
    const series = new RegExp(`${labels},route="catalog",status="503"`);
    await until(labels, async () => (await gateway.figure('gateway_request_duration_seconds_count', series)) > 0);
  }
});

test('returns an HTML error to browser navigations, such as redirects from an identity provider', async () => {
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  const answer = await sendRequest(`${gateway.url}/api/auth/identity-providers/demo/callback?code=1&state=2`, {
    headers,
  });
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['retry-after']).toBe('2');
  expect(answer.body.toString()).toContain('<p>This part of Nightshelf is restarting. Please try again.</p>');
});

test('delays requests while a service is replaced, and sends each of them once', async () => {
  const heard: string[] = [];
  const next = createHttpServer(async (request, response) => {
    heard.push(`${request.method} ${await text(request)}`);
    sendJson(response, { success: true });
  });
  const responses = [
    sendRequest(`${gateway.url}/api/auth/verify-token`),
    sendRequest(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{"username_or_email":"ada"}' }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard).toEqual([]);
  next.listen(replacedPort, '127.0.0.1');
  onTestFinished(() => void next.close());
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200]);
  expect(heard.sort()).toEqual(['GET ', 'POST {"username_or_email":"ada"}']);
});

test('does not send the request of a caller that left while the service was being replaced', async () => {
  const heard: string[] = [];
  const call = httpRequest(`${gateway.url}/api/auth/verify-token`).on('error', () => undefined);
  call.end();
  await new Promise((resolve) => setTimeout(resolve, 100));
  call.destroy();
  const next = createHttpServer((request, response) => {
    heard.push(request.url ?? '');
    sendJson(response, {});
  }).listen(replacedPort, '127.0.0.1');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  next.close();
  expect(heard).toEqual([]);
});

test.each<[string, (socket: Socket) => void]>([
  ['hangs up', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n')],
  ['answers headers without end', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`)],
])('returns 502 for a service that %s', async (_, act) => {
  speak = act;
  const answer = await sendRequest(`${gateway.url}/api/users/1`);
  expect(answer.status).toBe(502);
  expect(answer.json()).toMatchObject({ success: false, code: 'gateway.bad_answer' });
});

test('breaks off the response when the service does', async () => {
  speak = (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy());
  await expect(sendRequest(`${gateway.url}/api/users/1`)).rejects.toThrow(/aborted|ECONNRESET|hang up/);
});

test('returns 504 after ten seconds, and waits longer for an external search', async () => {
  let release = () => {};
  media.answer = (request, response) => {
    if (request.url?.includes('external')) release = () => sendJson(response, { found: true });
  };
  const external = sendRequest(`${gateway.url}/api/games/search/external?q=zelda`);
  const answer = await videos();
  expect(answer.status).toBe(504);
  expect(answer.json()).toMatchObject({ success: false, code: 'gateway.timeout' });
  release();
  expect((await external).json()).toEqual({ found: true });
});

test.each([
  ['GET', '/api/users/1'],
  ['POST', '/api/users/1/follow'],
])('resends a whole %s when the service closes the connection', async (method, path) => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}';
  speak = (socket) => socket.write(answer);
  expect((await sendRequest(`${gateway.url}/api/users/1`)).status).toBe(200);
  const heard: string[] = [];
  speak = (socket, chunk) => {
    heard.push(chunk.toString());
    if (heard.length === 1) socket.resetAndDestroy();
    else socket.write(answer);
  };
  const body = method === 'GET' ? '' : JSON.stringify({ hours_played: 12.5, platform: 'Nintendo Switch' });
  expect((await sendRequest(gateway.url + path, { method, body })).status).toBe(200);
  expect(heard.map((one) => one.startsWith(method) && one.endsWith(`\r\n\r\n${body}`))).toEqual([true, true]);
});

test('stops resending to a service that always hangs up', async () => {
  let heard = 0;
  speak = (socket) => {
    heard += 1;
    socket.destroy();
  };
  expect((await sendRequest(`${gateway.url}/api/users/1/follow`, { method: 'POST' })).status).toBe(502);
  expect(heard).toBe(3);
});

test('forwards the status, several cookies and a redirect unchanged', async () => {
  media.answer = (_, response) => {
    response.writeHead(303, { location: '/login', 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] }).end();
  };
  const { status, headers, body } = await videos();
  expect(status).toBe(303);
  expect(headers.location).toBe('/login');
  expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly']);
  expect(body.length).toBe(0);
});

test('forwards a 304 with its ETag', async () => {
  media.answer = (request, response) => {
    if (request.headers['if-none-match'] === '"v7"') response.writeHead(304, { etag: '"v7"' }).end();
    else sendJson(response, {}, { etag: '"v7"' });
  };
  const first = await videos();
  expect(first.headers.etag).toBe('"v7"');
  const second = await videos({ 'if-none-match': '"v7"', 'accept-encoding': 'br' });
  expect(second.status).toBe(304);
  expect(second.headers.etag).toBe('"v7"');
  expect(second.body.length).toBe(0);
});

const large = { text: 'nightshelf '.repeat(500) };

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
] as const)('compresses JSON over 1 KB as %s for "%s"', async (encoding, accepted, unpack) => {
  media.answer = (_, response) => sendJson(response, large, { vary: 'origin' });
  const { headers, body } = await videos({ 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('origin, accept-encoding');
  expect(body.length).toBeLessThan(500);
  expect(JSON.parse(unpack(body).toString())).toEqual(large);
});

const packed = gzipSync(JSON.stringify(large));

test.each<[string, string, RequestListener]>([
  ['small JSON', 'br', (_, response) => sendJson(response, { a: 1 }, { 'content-length': '7' })],
  [
    'what is no JSON',
    'br',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'.repeat(2000)),
  ],
  ['anything for who takes nothing', 'identity', (_, response) => sendJson(response, large)],
  ['what must not be changed', 'br', (_, response) => sendJson(response, large, { 'cache-control': 'no-transform' })],
])('does not compress: %s', async (_, accepted, answer) => {
  media.answer = answer;
  const { headers } = await videos({ 'accept-encoding': accepted });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('forwards a compressed response byte for byte', async () => {
  media.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
  };
  const { headers, body } = await videos({ 'accept-encoding': 'br, gzip' });
  expect(headers['content-encoding']).toBe('gzip');
  expect(body.equals(packed)).toBe(true);
});

test('returns headers without a body on HEAD', async () => {
  media.answer = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' }).end();
  const answer = await sendRequest(`${gateway.url}/api/youtube/daily-reviews`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  });
  expect(answer.headers['content-length']).toBe('5000');
  expect(answer.body.length).toBe(0);
});

test('streams a response as it arrives, up to 20 MB', async () => {
  let finish = () => {};
  media.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.write('first');
    finish = () => {
      for (let at = 0; at < 20; at += 1) response.write(Buffer.alloc(1024 * 1024, 'x'));
      response.end();
    };
  };
  const outgoing = httpRequest(`${gateway.url}/api/youtube/daily-reviews`, { agent: new Agent() }).end();
  const [incoming] = await once(outgoing, 'response');
  const [chunk] = await once(incoming, 'data');
  expect(chunk.toString()).toBe('first');
  let rest = 0;
  incoming.on('data', (more: Buffer) => {
    rest += more.length;
  });
  finish();
  await once(incoming, 'end');
  expect(rest).toBe(20 * 1024 * 1024);
});

test('cancels the request at the service when the caller leaves', async () => {
  let left = false;
  media.answer = (_, response) =>
    void response.on('close', () => {
      left = true;
    });
  const before = media.requests.length;
  const outgoing = httpRequest(`${gateway.url}/api/youtube/daily-reviews`)
    .on('error', () => undefined)
    .end();
  await until('the service has the request', () => media.requests.length > before);
  outgoing.destroy();
  await until('the service knows', () => left);
});

test('counts no service fault when a caller leaves in the middle of a change', async () => {
  const left = async () =>
    (await gateway.figure('gateway_request_duration_seconds_count', /route="catalog",status="499"/)) || 0;
  const faults = () => gateway.figure('gateway_upstream_faults_total', /service="catalog"/);
  const before = { left: await left(), faults: await faults() };
  const outgoing = httpRequest(`${gateway.url}/api/games/cache-search-results`, {
    method: 'POST',
    headers: { 'content-length': 100 },
  }).on('error', () => undefined);
  await new Promise((resolve) => outgoing.write('{"hours_played":', resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  outgoing.destroy();
  await until('the gateway has noticed', async () => (await left()) > before.left);
  expect(await faults()).toBe(before.faults);
});
