import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { until } from '@nightshelf/testing/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { Sessions } from './support/sessions.ts';
import { naming, startUpstream, type Upstream } from './support/upstream.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
let redis: OwnRedis;
let auth: Upstream;
let gateway: TestGateway;

const settings = () => ({ REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url, AUTH_URL: auth.url, STATIC_DIR: folder });

beforeAll(async () => {
  redis = await OwnRedis.start();
  auth = await startUpstream(naming('auth'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Nightshelf</title>');
  gateway = await startTestGateway(settings());
});

afterAll(async () => {
  await gateway?.stop();
  await redis?.end();
  await auth?.close();
});

const profile = (headers: Record<string, string> = {}) => ask(`${gateway.url}/api/auth/profile`, { headers });
const logIn = () => ask(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{}' });
const page = async () => (await fetch(gateway.url)).text();
const readiness = async () => {
  const answer = await fetch(`${gateway.operationsUrl}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { degraded: Record<string, string> }) };
};
const isWhole = async () => Object.keys((await readiness()).degraded).length === 0;
const figures = async () => (await fetch(`${gateway.operationsUrl}/metrics`)).text();

async function signIn() {
  const sessions = new Sessions(redis.url);
  try {
    return await sessions.signIn();
  } finally {
    sessions.close();
  }
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'with Redis gone by %s whoever was just signed in goes on for seconds, then sessions are 503 in time; anonymous calls go on, limits hold; then all is as before',
  async (signal) => {
    await until('the gateway has its Redis', isWhole);
    const ada = await signIn();
    // Has not been seen by this gateway.
    const eve = await signIn();
    // What Redis tells late of the sign-ins themselves is over, and her session asked for again.
    const signedInAt = performance.now();
    while (performance.now() - signedInAt < 1500) {
      expect((await profile(ada.headers)).status).toBe(200);
      expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
      await pause(200);
    }

    if (signal === 'SIGKILL') await redis.end();
    else redis.signal('SIGSTOP');
    const wentAway = performance.now();
    while (performance.now() - wentAway < 5000) {
      expect((await profile(ada.headers)).status).toBe(200);
      expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
      await pause(200);
    }
    expect((await profile(eve.headers)).status).toBe(503);
    // Nobody is believed for long without being asked about.
    await until('sessions are refused', async () => (await profile(ada.headers)).status === 503);
    const before = performance.now();
    const refused = await profile(ada.headers);
    // Not after the five seconds that a command may take elsewhere.
    expect(performance.now() - before).toBeLessThan(4500);
    expect(refused.json()).toMatchObject({ success: false, code: 'gateway.sessions_unavailable' });
    expect(refused.headers['retry-after']).toBe('2');
    expect((await profile()).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 15; at += 1) statuses.push((await logIn()).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    // Taken out of its cluster's service it could not even give the client's files.
    expect(await readiness()).toMatchObject({ status: 200, degraded: { redis: expect.any(String) } });
    expect(await page()).toContain('Nightshelf');
    expect(await figures()).toMatch(/^redis_up\{.*\} 0$/m);

    if (signal === 'SIGKILL') await redis.start();
    else redis.signal('SIGCONT');
    await until('the gateway has its Redis again', isWhole);
    const bob = await signIn();
    await until('sessions are found again', async () => (await profile(bob.headers)).status === 200);
    expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
    const sessions = new Sessions(redis.url);
    await sessions.end(bob);
    sessions.close();
    // At once when it is told of that, which may take a moment after Redis has come back.
    await until('his session is over', async () => {
      await profile(bob.headers);
      return !(identityHeader in (auth.requests.at(-1)?.headers ?? {}));
    });
  },
);

test('with a Redis that is full whoever is signed in goes on, limits hold, and its memory can be seen', async () => {
  await until('the gateway has its Redis', isWhole);
  const ada = await signIn();
  // Its last use is due to be written.
  await redis.with((direct) => direct.hset(`session:${ada.sessionId}`, 'seen', Date.now() - 120_000));
  await redis.fill();
  try {
    for (let at = 0; at < 30; at += 1) {
      expect((await profile(ada.headers)).status).toBe(200);
      expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
    }
    const statuses: number[] = [];
    for (let at = 0; at < 15; at += 1) statuses.push((await logIn()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(await figures()).toMatch(/^redis_memory_bytes\{.*state="used".*\} [1-9]\d{5,}$/m);
    expect(await figures()).toMatch(/^redis_memory_bytes\{.*state="limit".*\} 1$/m);
  } finally {
    await redis.empty();
  }
});

test('a gateway that starts without Redis serves what needs none', async () => {
  await redis.end();
  const alone = await startTestGateway(settings());
  try {
    expect((await ask(`${alone.url}/`)).body.toString()).toContain('Nightshelf');
    expect((await ask(`${alone.url}/api/auth/profile`)).status).toBe(200);
  } finally {
    await alone.stop();
    await redis.start();
  }
});
