import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startTestGateway } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { Sessions } from './support/sessions.ts';
import { naming, startUpstream } from './support/upstream.ts';

const folder = temporaryFolder();

const settings = () => ({ REDIS_URL: redis.url, REDIS_CACHE_URL: redis.url, AUTH_URL: auth.url, STATIC_DIR: folder });

const redis = await OwnRedis.start();
const auth = await startUpstream(naming('auth'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Nightshelf</title>');
const gateway = await startTestGateway(settings());

const profile = (headers: Record<string, string> = {}) => sendRequest(`${gateway.url}/api/auth/profile`, { headers });
const logIn = () => sendRequest(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{}' });
const page = async () => (await fetch(gateway.url)).text();
const readiness = async () => {
  const answer = await fetch(`${gateway.operationsUrl}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { degraded: Record<string, string> }) };
};
const isWhole = async () => Object.keys((await readiness()).degraded).length === 0;

const signIn = () => new Sessions(redis.url).signIn();

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'survives the loss of Redis by %s: cached sessions last for seconds, others get a fast 503, and all recover',
  async (signal) => {
    await until('the gateway has its Redis', isWhole);
    const ada = await signIn();
    // This gateway has not cached her session.
    const eve = await signIn();
    // Redis reports the sign-ins themselves as late changes; wait until Ada's session is cached again.
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
    // The grace period is short.
    await until('sessions are refused', async () => (await profile(ada.headers)).status === 503);
    const before = performance.now();
    const refused = await profile(ada.headers);
    // Faster than the five seconds of a Redis command timeout.
    expect(performance.now() - before).toBeLessThan(4500);
    expect(refused.json()).toMatchObject({ success: false, code: 'gateway.sessions_unavailable' });
    expect(refused.headers['retry-after']).toBe('2');
    expect((await profile()).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 15; at += 1) statuses.push((await logIn()).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    // An unready gateway could not even serve the client's files.
    expect(await readiness()).toMatchObject({ status: 200, degraded: { redis: expect.any(String) } });
    expect(await page()).toContain('Nightshelf');
    expect(await gateway.metrics()).toMatch(/^redis_up\{.*\} 0$/m);

    if (signal === 'SIGKILL') await redis.start();
    else redis.signal('SIGCONT');
    await until('the gateway has its Redis again', isWhole);
    const bob = await signIn();
    await until('sessions are found again', async () => (await profile(bob.headers)).status === 200);
    expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
    await new Sessions(redis.url).end(bob);
    // The change report may arrive a moment after Redis is back.
    await until('his session is over', async () => {
      await profile(bob.headers);
      return !(identityHeader in (auth.requests.at(-1)?.headers ?? {}));
    });
  },
);

test('keeps users signed in and limits in force with a full Redis, and reports its memory', async () => {
  await until('the gateway has its Redis', isWhole);
  const ada = await signIn();
  // Makes a write of the session's last use due.
  await redis.with((direct) => direct.hset(`session:${ada.sessionId}`, 'seen', Date.now() - 120_000));
  await redis.fill();
  onTestFinished(() => redis.empty());
  for (let at = 0; at < 30; at += 1) {
    expect((await profile(ada.headers)).status).toBe(200);
    expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
  }
  const statuses: number[] = [];
  for (let at = 0; at < 15; at += 1) statuses.push((await logIn()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(await gateway.metrics()).toMatch(/^redis_memory_bytes\{.*state="used".*\} [1-9]\d{5,}$/m);
  expect(await gateway.metrics()).toMatch(/^redis_memory_bytes\{.*state="limit".*\} 1$/m);
});

test('starts without Redis and serves all calls that do not need it', async () => {
  await redis.end();
  onTestFinished(() => redis.start());
  const alone = await startTestGateway(settings());
  expect((await sendRequest(`${alone.url}/`)).body.toString()).toContain('Nightshelf');
  expect((await sendRequest(`${alone.url}/api/auth/profile`)).status).toBe(200);
});
