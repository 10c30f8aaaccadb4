import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { identityHeader } from '@nightshelf/platform/http/identity.ts';
import { until } from '@nightshelf/testing/until.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { closedPort } from './support/closed-port.ts';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { Sessions } from './support/sessions.ts';
import { naming, startUpstream, type Upstream } from './support/upstream.ts';

let port: number;
let server: ReturnType<typeof spawn>;
let auth: Upstream;
let gateway: TestGateway;

const url = () => `redis://127.0.0.1:${port}`;

async function startRedis(): Promise<void> {
  server = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  const redis = new Redis(url());
  redis.on('error', () => undefined);
  await until('Redis answers', () => redis.ping());
  redis.disconnect();
}

async function endRedis(): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  port = await closedPort();
  await startRedis();
  auth = await startUpstream(naming('auth'));
  gateway = await startTestGateway({ REDIS_URL: url(), REDIS_CACHE_URL: url(), AUTH_URL: auth.url });
});

afterAll(async () => {
  await gateway?.stop();
  await endRedis();
  await auth?.close();
});

const profile = (headers: Record<string, string> = {}) => ask(`${gateway.url}/api/auth/profile`, { headers });
const logIn = () => ask(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{}' });
const ready = async () => (await fetch(`${gateway.operationsUrl}/readyz`)).status;

async function signIn() {
  const sessions = new Sessions(url());
  try {
    return await sessions.signIn();
  } finally {
    sessions.close();
  }
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'with Redis gone by %s anonymous calls go on, limits hold, sessions are 503 in time; then all is as before',
  async (signal) => {
    await until('the gateway is ready', async () => (await ready()) === 200);
    const ada = await signIn();
    expect((await profile(ada.headers)).status).toBe(200);
    expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);

    if (signal === 'SIGKILL') await endRedis();
    else server.kill('SIGSTOP');
    // A copy of the session may be believed for a second when Redis falls silent without a word.
    await until('sessions are refused', async () => (await profile(ada.headers)).status === 503);
    const before = performance.now();
    const refused = await profile(ada.headers);
    expect(performance.now() - before).toBeLessThan(3000);
    expect(refused.json()).toMatchObject({ success: false, code: 'gateway.sessions_unavailable' });
    expect(refused.headers['retry-after']).toBe('2');
    expect((await profile()).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 15; at += 1) statuses.push((await logIn()).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(statuses.at(-1)).toBe(429);
    expect(await ready()).toBe(503);

    if (signal === 'SIGKILL') await startRedis();
    else server.kill('SIGCONT');
    await until('the gateway is ready again', async () => (await ready()) === 200);
    const bob = await signIn();
    await until('sessions are found again', async () => (await profile(bob.headers)).status === 200);
    expect(auth.requests.at(-1)?.headers).toHaveProperty(identityHeader);
    const sessions = new Sessions(url());
    await sessions.end(bob);
    sessions.close();
    await profile(bob.headers);
    expect(auth.requests.at(-1)?.headers).not.toHaveProperty(identityHeader);
  },
);
