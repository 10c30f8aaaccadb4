import { randomUUID } from 'node:crypto';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';
import { startInstances } from './support/instances.ts';
import { type Ask, sendRequest } from './support/send-request.ts';
import { naming, sendJson, startUpstream } from './support/upstream.ts';

const isolated = await isolatedRedis();
const redis = new Redis(isolated.url);
afterAll(() => redis.disconnect());
const library = await startInstances(isolated.url);
const auth = await startUpstream(naming('auth'));
const settings = {
  REDIS_URL: isolated.url,
  REDIS_CACHE_URL: isolated.cacheUrl,
  LIBRARY_URL: library.url,
  AUTH_URL: auth.url,
  RATE_LIMIT_FACTOR: '1000',
};
const [gateway, second] = await Promise.all([startTestGateway(settings), startTestGateway(settings)]);

beforeEach(async () => {
  auth.answer = naming('auth');
  await redis.flushdb();
});

const change = (ask_: Ask = {}, through = gateway) =>
  sendRequest(`${through.url}/api/games/library/${ask_.method === 'POST' ? 'add' : '1'}`, {
    method: 'PUT',
    body: '{"hours_played":1}',
    ...ask_,
  });
const sentTo = async (key: string) =>
  (await redis.lrange(`sent:${key}`, 0, -1)).map((one) => JSON.parse(one) as { body: string; timeout: string });

test.each<[string, () => Record<string, string>]>([
  ['with a key of the caller', () => ({ 'idempotency-key': randomUUID() })],
  ['without a key', () => ({})],
])('completes each change %s exactly once while instances are killed', async (_, headers) => {
  const methods = ['POST', 'PUT', 'DELETE'];
  const statuses: number[] = [];
  let sent = 0;
  let killed = false;
  const visitor = async () => {
    while (!killed) {
      const at = sent++;
      const method = methods[at % methods.length] ?? 'PUT';
      const answer = await change({ method, headers: headers(), body: JSON.stringify({ at }) });
      statuses.push(answer.status);
    }
  };
  const visitors = Array.from({ length: 8 }, visitor);
  await until('changes are made', () => statuses.length > 20);
  for (let kills = 0; kills < 6; kills += 1) await library.kill();
  killed = true;
  await Promise.all(visitors);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  // Each body differs, so this counts each change exactly once.
  const done = Object.values(await redis.hgetall('done'));
  expect(done.length).toBe(sent);
  expect(new Set(done).size).toBe(sent);
  const sendings = await Promise.all((await redis.hkeys('done')).map(sentTo));
  expect(sendings.filter((times) => times.length > 1).length).toBeGreaterThan(0);
});

test('gives a resent change the same key, so that two instances recognize it', async () => {
  const answer = await change({ headers: { 'x-break': '1' } });
  expect(answer.status).toBe(200);
  const [key = ''] = await redis.hkeys('done');
  expect((await sentTo(key)).map(({ body }) => body)).toEqual(['{"hours_played":1}', '{"hours_played":1}']);
  expect(await redis.hlen('done')).toBe(1);
});

test('lets another gateway reuse the same key', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  expect((await change({ headers })).json()).toEqual({ isFirst: true });
  expect((await change({ headers }, second)).json()).toEqual({ isFirst: false });
});

const paths: Readonly<Record<string, string>> = { POST: '/api/auth/logout', DELETE: '/api/auth/sessions' };
const atAuth = (options: Ask = {}) =>
  sendRequest(`${gateway.url}${paths[options.method ?? 'GET'] ?? '/api/auth/profile'}`, options);
const lastHeaders = () => auth.requests.at(-1)?.headers ?? {};

test("sends every change with a key: the caller's, or a random one that only the service sees", async () => {
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const answer = await atAuth({ method });
    expect(lastHeaders()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(answer.headers)).not.toContain(lastHeaders()['idempotency-key']);
    await atAuth({ method, headers: { 'idempotency-key': 'my-own' } });
    expect(lastHeaders()['idempotency-key']).toBe('my-own');
  }
  await atAuth();
  expect(lastHeaders()).not.toHaveProperty('idempotency-key');
});

test.each([
  ['empty', ''],
  ['too long', 'k'.repeat(256)],
  ['of other characters', 'a key'],
  ['given twice', ['a', 'b']],
])('leaves a key that is %s to the service to reject, and sends the change once', async (_, key) => {
  let heard = 0;
  auth.answer = (request) => {
    heard += 1;
    request.socket.destroy();
  };
  const answer = await atAuth({ method: 'POST', headers: { 'idempotency-key': key } });
  expect(answer.status).toBe(502);
  expect(heard).toBe(1);
  expect(lastHeaders()['idempotency-key']).toBe(Array.isArray(key) ? key.join(', ') : key);
});

test("sends the service its timeout, less on a resend, and ignores the caller's", async () => {
  await atAuth({ headers: { 'x-request-timeout-ms': '999999' } });
  const whole = Number(lastHeaders()['x-request-timeout-ms']);
  expect(whole).toBeGreaterThan(5000);
  expect(whole).toBeLessThan(10_000);
  const received: number[] = [];
  auth.answer = (request, response) => {
    received.push(Number(request.headers['x-request-timeout-ms']));
    if (received.length === 1) setTimeout(() => request.socket.destroy(), 400);
    else sendJson(response, {});
  };
  expect((await atAuth({ method: 'POST', body: '{}' })).status).toBe(200);
  expect((received[0] ?? 0) - (received[1] ?? 0)).toBeGreaterThanOrEqual(400);
});

/** Lets auth receive requests without responding. */
function hangAuth() {
  const seen = { heard: 0, left: false };
  auth.answer = (_, response) => {
    seen.heard += 1;
    response.on('close', () => {
      seen.left = true;
    });
  };
  return seen;
}

test('does not resend a late change, and cancels it at the service', async () => {
  const seen = hangAuth();
  const began = performance.now();
  const answer = await atAuth({ method: 'PATCH', body: '{}' });
  expect(answer.status).toBe(504);
  expect(performance.now() - began).toBeLessThan(19_000);
  await until('the service knows', () => seen.left);
  expect(seen.heard).toBe(1);
});

test('does not resend a change whose caller left, and cancels it at the service', async () => {
  const seen = hangAuth();
  const leaving = new AbortController();
  const response = fetch(`${gateway.url}/api/auth/logout`, { method: 'POST', body: '{}', signal: leaving.signal });
  await until('the service has it', () => seen.heard === 1);
  leaving.abort();
  await expect(response).rejects.toThrow(/abort/);
  await until('the service knows', () => seen.left);
  expect(seen.heard).toBe(1);
});
