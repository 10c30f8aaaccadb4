import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { networkInterfaces } from 'node:os';
import { isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { until } from '@nightshelf/testing/until.ts';
import { expect, test } from 'vitest';
import { spawnGateway, startTestGateway } from './support/gateway.ts';
import { sendRequest } from './support/send-request.ts';
import { sendJson, startUpstream } from './support/upstream.ts';

const redis = await isolatedRedis();
const auth = await startUpstream((_, response) => void setTimeout(sendJson, 100, response, { success: true }));

const start = () =>
  startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    AUTH_URL: auth.url,
    RATE_LIMIT_FACTOR: '1000',
  });

test('exits with 78 and one message that names every invalid setting', async () => {
  const { child, log } = spawnGateway({
    PORT: 'x',
    OPERATIONS_PORT: '0',
    RATE_LIMIT_FACTOR: '-1',
    AUTH_URL: 'ftp://a',
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(78);
  const message = log.join('\n');
  for (const name of ['PORT', 'RATE_LIMIT_FACTOR', 'AUTH_URL', 'MEDIA_URL', 'IDENTITY_SECRET', 'REDIS_URL']) {
    expect(message).toContain(name);
  }
  expect(message).not.toContain('    at ');
});

test('reports liveness, readiness and metrics', async () => {
  const gateway = await start();
  await sendRequest(`${gateway.url}/api/auth/profile`);
  await sendRequest(`${gateway.url}/api/nothing`);
  expect((await fetch(`${gateway.operationsUrl}/healthz`)).status).toBe(200);
  await until('it is ready', async () => (await fetch(`${gateway.operationsUrl}/readyz`)).status === 200);
  const metrics = await gateway.metrics();
  expect(metrics).toMatch(/gateway_request_duration_seconds_count\{.*route="auth",status="200"\} 1/);
  expect(metrics).toMatch(/gateway_request_duration_seconds_count\{.*route="none",status="404"\} 1/);
  await gateway.stop();
  // No line of express-gateway's own log, and none that is not JSON.
  for (const line of gateway.log) expect(JSON.parse(line)).toMatchObject({ service: 'gateway' });
});

test('serves operations on loopback only unless OPERATIONS_HOST is set', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  // Without a network, use 127.0.0.2: a server on 127.0.0.1 does not listen there.
  const other = outside ?? '127.0.0.2';
  const env = { REDIS_URL: redis.url, REDIS_CACHE_URL: redis.cacheUrl, AUTH_URL: auth.url, HOST: '0.0.0.0' };
  const gateway = await startTestGateway(env);
  expect((await fetch(`http://${other}:${new URL(gateway.url).port}/api/auth/profile`)).status).toBe(200);
  const { hostname, port } = new URL(gateway.operationsUrl);
  expect(hostname).toBe('127.0.0.1');
  await expect(fetch(`http://${other}:${port}/metrics`)).rejects.toThrow();
  const received = await startTestGateway({ ...env, OPERATIONS_HOST: '0.0.0.0' });
  expect((await fetch(`http://${other}:${new URL(received.operationsUrl).port}/readyz`)).status).toBe(200);
});

test('completes all requests under load on SIGTERM, then exits with 0', async () => {
  const gateway = await start();
  const answers: number[] = [];
  const failures: unknown[] = [];
  let stopping = false;
  const visitor = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      try {
        const { status } = await sendRequest(`${gateway.url}/api/auth/profile`, { agent });
        answers.push(status);
      } catch (error) {
        // A refused connection is the only acceptable failure.
        const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (!(refused && stopping)) failures.push(error);
        agent.destroy();
        return;
      }
    }
  };
  const visitors = Array.from({ length: 20 }, visitor);
  await until('all are served', () => answers.length > 60);
  stopping = true;
  gateway.signal('SIGTERM');
  const code = await gateway.ended();
  await Promise.all(visitors);
  expect(failures).toEqual([]);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(code).toBe(0);
});

test('keeps a password that Redis rejects out of all logs', async () => {
  const secret = `secret${randomUUID()}`;
  const refused = new URL(redis.url);
  refused.username = 'gateway';
  refused.password = secret;
  const gateway = await startTestGateway({ REDIS_URL: refused.href, REDIS_CACHE_URL: redis.cacheUrl });
  await until('it logs the fault', async () => gateway.log.some((line) => line.includes('Redis is unavailable')));
  await gateway.stop();
  expect(gateway.log.filter((line) => line.includes(secret))).toEqual([]);
});
