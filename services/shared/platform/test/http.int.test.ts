import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { answer, type Failure } from '@nightshelf/contracts/answer.ts';
import { defineCall } from '@nightshelf/contracts/call.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { notFound } from '../src/errors/coded-error.ts';
import { createHttpApp } from '../src/http/app.ts';
import { identityHeader, signIdentity } from '../src/http/identity.ts';
import { route } from '../src/http/route.ts';

const secret = 'a secret of more than thirty-two characters';
const ada = { userId: randomUUID(), username: 'ada', sessionId: 'f00' };
const thing = defineCall('POST /api/things/:id', {
  summary: 'Make a thing',
  params: z.object({ id: z.uuid() }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(9).default(3) }),
  body: z.object({ name: z.string().min(1, 'Name is required') }),
  answer: answer({ name: z.string(), limit: z.number(), by: z.string() }),
  status: 201,
});

const rest = defineCall('POST /api/rest', { access: 'open', summary: 'Rest' });

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = await createHttpApp({
    service: 'things',
    identitySecret: secret,
    publicOrigin: 'https://shelf.example',
    logger: pino({ level: 'silent' }),
  });
  route(app, thing, async ({ query, body, identity }) => {
    if (body.name === 'missing') throw notFound('things.not_found', 'No such thing.');
    if (body.name === 'bug') throw new TypeError('secret detail of the bug');
    if (body.name === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    return { success: true, message: 'Made.', name: body.name, limit: query.limit, by: identity.username };
  });
  route(app, rest, async () => ({ success: true, message: 'Rested.' }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(() => app.close());

async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [identityHeader]: signIdentity(ada, secret), ...headers },
    body,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Failure };
}

const make = (body: unknown, path = `/api/things/${randomUUID()}`) => post(path, JSON.stringify(body));

describe('a call', () => {
  test('is validated, executed and returns its status code', async () => {
    const { status, body } = await make({ name: 'lamp', extra: 'dropped' });
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, message: 'Made.', name: 'lamp', limit: 3, by: 'ada' });
  });

  test('without a body accepts the JSON content type with an empty body', async () => {
    for (const body of [undefined, '', '{}']) {
      const response = await fetch(`${url}/api/rest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status).toBe(200);
    }
  });

  test('appears in the OpenAPI document', async () => {
    const document = (await (await fetch(`${url}/api/docs/things.json`)).json()) as { paths: Record<string, object> };
    expect(document.paths['/api/things/{id}']).toMatchObject({
      post: {
        summary: 'Make a thing',
        requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
        responses: { 201: expect.any(Object) },
        security: [{ session: [] }],
      },
    });
  });
});

describe("failures use the product's format", () => {
  test('returns 422 with messages for invalid fields and for a query number out of range', async () => {
    const { status, body } = await make({ name: '' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, message: 'Name is required', errors: { name: ['Name is required'] } });
    expect(body.request_id).not.toBe('');
    const outOfRange = await make({ name: 'lamp' }, `/api/things/${randomUUID()}?limit=999`);
    expect(outOfRange).toMatchObject({ status: 422, body: { errors: { limit: [expect.any(String)] } } });
  });

  test('returns 404 for an impossible id, as for an unknown one, and for an unknown path', async () => {
    expect((await make({ name: 'lamp' }, '/api/things/7')).status).toBe(404);
    expect((await make({ name: 'lamp' }, '/api/things/%00')).status).toBe(404);
    expect(await make({}, '/api/elsewhere')).toMatchObject({ status: 404, body: { code: 'request.not_found' } });
  });

  test.each([
    ['{"name":', 400],
    ['', 422],
    ['[]', 422],
    ['null', 422],
    ['"text"', 422],
  ])('given the body %j returns %i', async (text, status) => {
    const answered = await post(`/api/things/${randomUUID()}`, text);
    expect(answered.status).toBe(status);
    expect(answered.body.success).toBe(false);
  });

  test('returns 415 for another media type and 413 for more than a megabyte', async () => {
    const path = `/api/things/${randomUUID()}`;
    expect((await post(path, 'name=lamp', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(path, JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(413);
  });

  test('returns 401 without an identity or with a forged one, before reading the body', async () => {
    const path = `/api/things/${randomUUID()}`;
    const forged = signIdentity(ada, `${secret} of another`);
    const ofAnother = signIdentity(ada, secret, Date.now(), 'another');
    for (const identity of ['', 'bm90IGpzb24.AAAA', forged, ofAnother]) {
      const answered = await post(path, '{}', { [identityHeader]: identity });
      expect(answered).toMatchObject({ status: 401, body: { code: 'auth.unauthenticated' } });
    }
  });

  test('returns a coded error unchanged, 503 for an unavailable dependency and no details of a bug', async () => {
    expect(await make({ name: 'missing' })).toMatchObject({ status: 404, body: { code: 'things.not_found' } });
    const away = await make({ name: 'away' });
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).not.toBeNull();
    const bug = await make({ name: 'bug' });
    expect(bug.status).toBe(500);
    expect(bug.text).not.toMatch(/secret detail|at .*\.ts/);
  });
});

const open = () => connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
const get = (path: string, headers = 'host: a\r\n') => `GET ${path} HTTP/1.1\r\n${headers}connection: close\r\n\r\n`;

test.each<[string, string, number, string]>([
  ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400, 'request.malformed'],
  ['too large headers', get('/', `host: a\r\nx: ${'x'.repeat(20_000)}\r\n`), 431, 'request.headers_too_large'],
  ['a too long address', get(`/${'x'.repeat(20_000)}`), 414, 'request.uri_too_long'],
  ['a missing host', get('/', ''), 400, 'request.malformed'],
  ['two hosts', get('/', 'host: a\r\nhost: b\r\n'), 400, 'request.malformed'],
  ['an unknown expectation', get('/', 'host: a\r\nexpect: miracles\r\n'), 417, 'request.expectation'],
  ['an undecodable address', get('/api/things/%'), 400, 'request.malformed'],
])("refuses %s in the product's format, with security headers", async (_, bytes, status, code) => {
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
  ['of another type', 'text/plain', 480, 415],
  ['that is too large', 'application/json', 1200, 413],
])('sends a complete response to a body %s, then closes the connection', async (_, type, kilobytes, status) => {
  const head = `POST /api/rest HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;
  for (let times = 0; times < 10; times += 1) {
    const socket = open();
    let answers = '';
    socket.on('data', (data) => {
      answers += data;
    });
    const began = performance.now();
    // The body never ends, so the response is certainly early.
    socket.write(head + `400\r\n${'x'.repeat(1024)}\r\n`.repeat(kilobytes));
    await Promise.race([once(socket, 'end'), once(socket, 'close')]);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(answers).toMatch(`HTTP/1.1 ${status} `);
    expect(answers.toLowerCase()).toContain('connection: close');
    expect(answers).toMatch(/"request_id":"[^"]+"\}$/);
    socket.destroy();
  }
});
