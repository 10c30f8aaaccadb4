import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ask, ask } from './support/ask.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { sendJson, startUpstream, type Upstream } from './support/upstream.ts';

let redis: IsolatedRedis;
let media: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  redis = await isolatedRedis();
  // Refuses by the headers alone, before it has read anything.
  media = await startUpstream((request, response) => {
    if (request.headers['content-type'] === 'text/plain') response.writeHead(415).end('{}');
    else text(request).then((body) => sendJson(response, { length: body.length }));
  });
  gateway = await startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    MEDIA_URL: media.url,
    RATE_LIMIT_FACTOR: '1000',
  });
});

afterAll(async () => {
  await gateway?.stop();
  await media?.close();
  await redis?.release();
});

const chunks = (kilobytes: number) => Array.from({ length: kilobytes / 16 }, () => Buffer.alloc(16 * 1024, 'x'));

test.each<[string, string, Ask, number]>([
  ['larger than the limit', '/api/youtube/videos', { body: chunks(1200) }, 413],
  ['declared larger than the limit', '/api/youtube/videos', { body: Buffer.alloc(1_200_000) }, 413],
  [
    'of a kind that its service refuses',
    '/api/youtube/videos',
    { headers: { 'content-type': 'text/plain' }, body: chunks(480) },
    415,
  ],
  [
    'sent by another site',
    '/api/youtube/videos',
    { headers: { 'sec-fetch-site': 'cross-site' }, body: chunks(480) },
    403,
  ],
  ['that nobody answers', '/api/nothing', { body: chunks(480) }, 404],
  ['sent to a page', '/', { body: chunks(480) }, 405],
])('a body %s is answered, and so is what comes next on its connection', async (_, path, sent, status) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let times = 0; times < 15; times += 1) {
    expect((await ask(`${gateway.url}${path}`, { method: 'POST', agent, ...sent })).status).toBe(status);
    const began = performance.now();
    const next = await ask(`${gateway.url}/api/youtube/videos`, { method: 'POST', agent, body: 'abc' });
    expect(next.json()).toEqual({ length: 3 });
    expect(performance.now() - began).toBeLessThan(2000);
  }
  agent.destroy();
});

test('whoever goes on sending after the answer is cut off', async () => {
  const { hostname, port } = new URL(gateway.url);
  const socket: Socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('POST /api/nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const sending = setInterval(() => socket.write('5\r\nhello\r\n'), 100);
  await until('it is answered', () => answer.includes('404 Not Found'));
  await once(socket, 'close');
  clearInterval(sending);
});
