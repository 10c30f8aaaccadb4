import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { defineCall } from '@nightshelf/contracts/call.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createHttpApp } from '../src/http/app.ts';
import { route } from '../src/http/route.ts';

const say = defineCall('POST /api/words/:word', {
  access: 'open',
  summary: 'Say a word',
  params: z.object({ word: z.string() }),
  body: z.object({}).optional(),
});

let app: FastifyInstance;

beforeAll(async () => {
  app = await createHttpApp({
    service: 'words',
    identitySecret: 'a secret of more than thirty-two characters',
    publicOrigin: 'https://shelf.example',
    logger: pino({ level: 'silent' }),
  });
  route(app, say, async () => ({ success: true, message: 'Said.' }));
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

const open = () => connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
const chunks = (kilobytes: number) => `${`400\r\n${'x'.repeat(1024)}\r\n`.repeat(kilobytes)}0\r\n\r\n`;
const post = (path: string, type: string, kilobytes: number) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${chunks(kilobytes)}`;

const get = (path: string, headers = 'host: a\r\n') => `GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;

test.each<[string, string, number, string]>([
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
  ['headers without end', get('/', `host: a\r\nx: ${'x'.repeat(20_000)}\r\n`), 431, 'request.headers_too_large'],
  ['an address longer than all headers', get(`/${'x'.repeat(20_000)}`), 414, 'request.uri_too_long'],
  ['no host', get('/', ''), 400, 'request.malformed'],
  ['two hosts', get('/', 'host: a\r\nhost: b\r\n'), 400, 'request.malformed'],
  ['what cannot be expected', get('/', 'host: a\r\nexpect: miracles\r\n'), 417, 'request.expectation'],
  ['an address that cannot be read', get('/api/words/%'), 400, 'request.malformed'],
])('%s is refused in the format of all failures', async (_, bytes, status, code) => {
  const socket = open();
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body)).toEqual({
    success: false,
    code,
    message: expect.stringMatching(/\.$/),
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  for (const header of [
    'strict-transport-security: max-age=63072000; includeSubDomains',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'referrer-policy: strict-origin-when-cross-origin',
  ]) {
    expect(head).toContain(header);
  }
});

test.each([
  ['of another type', '/api/words/hello', 'text/plain', 480, 415],
  ['that is too large', '/api/words/hello', 'application/json', 1200, 413],
])('sends a complete response to a body %s, then closes the connection', async (_, path, type, kilobytes, status) => {
  for (let times = 0; times < 10; times += 1) {
    const socket = open();
    let answers = '';
    socket.on('data', (data) => {
      answers += data;
    });
    const began = performance.now();
    // All but the end, so that the response is certainly early.
    socket.write(post(path, type, kilobytes).slice(0, -5));
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(answers).toMatch(`HTTP/1.1 ${status} `);
    expect(answers.toLowerCase()).toContain('connection: close');
    expect(answers).toMatch(/"request_id":"[^"]+"\}$/);
    socket.destroy();
  }
});
