import { once } from 'node:events';
import { Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { connection } from './support/raw.ts';
import { sendRequest } from './support/send-request.ts';
import { startSetup } from './support/setup.ts';
import { sendJson } from './support/upstream.ts';

// Rejects by the headers alone, before it reads the body.

const { gateway, service: auth } = await startSetup(
  (request, response) => {
    if (request.headers['content-type'] === 'text/plain') response.writeHead(415).end('{}');
    else text(request).then((body) => sendJson(response, { length: body.length }));
  },
  (url) => ({ AUTH_URL: url, RATE_LIMIT_FACTOR: '100' }),
);

interface Sent {
  readonly path: string;
  readonly headers?: string;
  readonly kilobytes: number;
  /** Whether the length is declared; else the body is chunked. */
  readonly declared?: boolean;
}

/** Returns the raw bytes of a POST. */
function post({ path, headers = '', kilobytes, declared = false }: Sent): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}`;
  if (declared) return `${head}content-length: ${kilobytes * 1024}\r\n\r\n${'x'.repeat(kilobytes * 1024)}`;
  return `${head}transfer-encoding: chunked\r\n\r\n${`400\r\n${'x'.repeat(1024)}\r\n`.repeat(kilobytes)}0\r\n\r\n`;
}

const path = '/api/auth/logout';
const plainText = 'content-type: text/plain\r\n';

test.each<[string, Sent, number]>([
  ['larger than the limit', { path, kilobytes: 1200 }, 413],
  ['declared larger than the limit', { path, kilobytes: 1200, declared: true }, 413],
  ['sent by another site', { path, kilobytes: 480, headers: 'sec-fetch-site: cross-site\r\n' }, 403],
  ['of an unknown path', { path: '/api/nothing', kilobytes: 480 }, 404],
  ['sent to a path that cannot be read', { path: '/api/%', kilobytes: 480 }, 400],
  ['sent to a page', { path: '/', kilobytes: 480 }, 405],
])('sends the whole response to a body %s and closes the connection', async (_, sent, status) => {
  for (let times = 0; times < 10; times += 1) {
    const { socket, answers } = await connection(gateway.url);
    const began = performance.now();
    socket.write(post(sent) + post({ path, kilobytes: 1 }));
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
    expect(performance.now() - began).toBeLessThan(4500);
    expect(answers()).toContain(`HTTP/1.1 ${status}`);
    expect(answers().toLowerCase()).toContain('connection: close');
    expect(answers()).toMatch(/"request_id":"[^"]+"\}$/);
    socket.destroy();
  }
});

test("forwards a service's early rejection without blocking the next request on either connection", async () => {
  const { socket, answers } = await connection(gateway.url);
  for (let times = 1; times <= 10; times += 1) {
    socket.write(post({ path, kilobytes: 480, headers: plainText }) + post({ path, kilobytes: 1 }));
    const began = performance.now();
    await until('both are answered', () => answers().split('{"length":1024}').length > times);
    expect(performance.now() - began).toBeLessThan(4500);
    expect(answers().split('HTTP/1.1 415').length - 1).toBe(times);
  }
  socket.destroy();
});

test('never blocks keep-alive clients after an early response', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const large = Array.from({ length: 30 }, () => Buffer.alloc(40_960, 'x'));
  for (let times = 0; times < 10; times += 1) {
    const began = performance.now();
    const answers = await Promise.all([
      sendRequest(gateway.url + path, { method: 'POST', body: large, agent }),
      sendRequest(gateway.url + path, { method: 'POST', body: '{"a":1}', agent }),
      sendRequest(gateway.url + path, { method: 'POST', body: '{"a":2}', agent }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([413, 200, 200]);
    expect(answers[0]?.headers.connection).toBe('close');
    expect(performance.now() - began).toBeLessThan(4500);
  }
  agent.destroy();
});

test('keeps the connection after rejecting a small body that came with its headers', async () => {
  const { socket, answers } = await connection(gateway.url);
  const refused = post({ path: '/api/nothing', kilobytes: 1 });
  socket.write(refused + refused + post({ path, kilobytes: 1 }));
  await until('all are answered', () => answers().includes('{"length":1024}'));
  expect(answers().split('HTTP/1.1 404').length - 1).toBe(2);
  expect(answers().toLowerCase()).not.toContain('connection: close');
  socket.destroy();
});

test('returns 429 immediately while the caller is still sending', async () => {
  const sent = post({ path: '/api/auth/reset-password', kilobytes: 64 });
  const limit = 500;
  for (let times = 0; times < limit; times += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        sendRequest(`${gateway.url}/api/auth/reset-password`, { method: 'POST', body: '{}' }),
      ),
    );
  }
  const { socket, answers } = await connection(gateway.url);
  // Sends all of the request except its end.
  socket.write(sent.slice(0, -10));
  await until('it is refused', () => answers().includes('HTTP/1.1 429'));
  expect(answers().toLowerCase()).toContain('connection: close');
  socket.destroy();
});

test('cuts off a caller that keeps sending after the response, and does not parse that data as requests', async () => {
  const before = auth.requests.length;
  const { socket, answers } = await connection(gateway.url);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('POST /api/nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const next = post({ path, kilobytes: 1 });
  const sending = setInterval(() => socket.write(`5\r\nhello\r\n0\r\n\r\n${next}`), 100);
  await until('it is answered', () => answers().includes('404 Not Found'));
  await closed;
  clearInterval(sending);
  expect(auth.requests.length).toBe(before);
});
