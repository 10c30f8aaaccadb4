import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { sendJson, startUpstream, type Upstream } from './support/upstream.ts';

let redis: IsolatedRedis;
let auth: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  redis = await isolatedRedis();
  // Refuses by the headers alone, before it has read anything.
  auth = await startUpstream((request, response) => {
    if (request.headers['content-type'] === 'text/plain') response.writeHead(415).end('{}');
    else text(request).then((body) => sendJson(response, { length: body.length }));
  });
  gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    AUTH_URL: auth.url,
    RATE_LIMIT_FACTOR: '1000',
  });
});

afterAll(async () => {
  await gateway?.stop();
  await auth?.close();
  await redis?.release();
});

interface Sent {
  readonly path: string;
  readonly headers?: string;
  readonly kilobytes: number;
  /** Whether the length is declared; else the body comes in chunks. */
  readonly declared?: boolean;
}

/** Bytes of a POST, as they go over the line. */
function post({ path, headers = '', kilobytes, declared = false }: Sent): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}`;
  if (declared) return `${head}content-length: ${kilobytes * 1024}\r\n\r\n${'x'.repeat(kilobytes * 1024)}`;
  return `${head}transfer-encoding: chunked\r\n\r\n${`400\r\n${'x'.repeat(1024)}\r\n`.repeat(kilobytes)}0\r\n\r\n`;
}

/** A connection, and what has come over it so far. */
async function connection(): Promise<{ socket: Socket; answers(): string }> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  await once(socket, 'connect');
  return { socket, answers: () => answers };
}

const path = '/api/auth/logout';

test.each<[string, Sent, number]>([
  ['larger than the limit', { path, kilobytes: 1200 }, 413],
  ['declared larger than the limit', { path, kilobytes: 1200, declared: true }, 413],
  ['of a kind that its service refuses', { path, kilobytes: 480, headers: 'content-type: text/plain\r\n' }, 415],
  ['sent by another site', { path, kilobytes: 480, headers: 'sec-fetch-site: cross-site\r\n' }, 403],
  ['that nobody answers', { path: '/api/nothing', kilobytes: 480 }, 404],
  ['sent to a page', { path: '/', kilobytes: 480 }, 405],
])('a body %s is answered, and so is what comes next on its connection', async (_, sent, status) => {
  for (let times = 0; times < 15; times += 1) {
    const { socket, answers } = await connection();
    socket.write(post(sent));
    await until('it is answered', () => answers().includes(`HTTP/1.1 ${status}`));
    const began = performance.now();
    socket.write(post({ path, kilobytes: 1 }));
    await until('what comes next is answered', () => answers().includes('{"length":1024}'));
    expect(performance.now() - began).toBeLessThan(2000);
    socket.destroy();
  }
});

test('whoever goes on sending after the answer is cut off', async () => {
  const { socket, answers } = await connection();
  socket.write('POST /api/nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  const sending = setInterval(() => socket.write('5\r\nhello\r\n'), 100);
  await until('it is answered', () => answers().includes('404 Not Found'));
  await once(socket, 'close');
  clearInterval(sending);
});
