import { freePort } from '@nightshelf/servers/process/kept.ts';
import { type IsolatedRedis, isolatedRedis } from '@nightshelf/testing/infrastructure/infrastructure.ts';
import { beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from './support/gateway.ts';
import { type Answer, sendRequest } from './support/send-request.ts';
import { Sessions } from './support/sessions.ts';
import { naming, startUpstream, type Upstream } from './support/upstream.ts';

let redis: IsolatedRedis;
let auth: Upstream;

beforeEach(async () => {
  redis = await isolatedRedis();
  auth = await startUpstream(naming('auth'));
});

const start = (env: Record<string, string> = {}): Promise<TestGateway> =>
  startTestGateway({
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: redis.cacheUrl,
    AUTH_URL: auth.url,
    TRUST_PROXY: '1',
    ...env,
  });

const logIn = (gateway: TestGateway, from = '10.0.0.1') =>
  sendRequest(`${gateway.url}/api/auth/login`, { method: 'POST', body: '{}', headers: { 'x-forwarded-for': from } });

const profile = (gateway: TestGateway, headers: Record<string, string> = {}) =>
  sendRequest(`${gateway.url}/api/auth/profile`, { headers: { 'x-forwarded-for': '10.0.0.1', ...headers } });

async function repeat(times: number, act: () => Promise<Answer>): Promise<number[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await act());
  return answers.map(({ status }) => status);
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test('limits sign-in to ten a minute per address over all replicas', async () => {
  const [one, other] = [await start(), await start()];
  let at = 0;
  const statuses = await repeat(14, () => logIn(at++ % 2 === 0 ? one : other));
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
  expect(auth.requests.length).toBe(10);

  const refused = await logIn(other);
  expect(refused.json()).toMatchObject({ success: false, code: 'gateway.rate_limited' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '10', 'ratelimit-remaining': '0' });
  // Other calls and addresses are unaffected.
  expect((await profile(one)).status).toBe(200);
  expect((await logIn(one, '10.0.0.2')).status).toBe(200);
});

test('does not count sign-in attempts while auth is down', async () => {
  const port = await freePort();
  const gateway = await start({ AUTH_URL: `http://127.0.0.1:${port}` });
  const away = await Promise.all(Array.from({ length: 9 }, () => logIn(gateway)));
  expect(away.map(({ status }) => status)).toEqual(Array(9).fill(503));
  await startUpstream(naming('auth'), port);
  expect(await repeat(12, () => logIn(gateway))).toEqual([...Array(10).fill(200), 429, 429]);
});

test('counts an IPv6 network as one address, and trusts only the last part of X-Forwarded-For', async () => {
  const gateway = await start();
  const from = (at: number) => `6.6.6.${at}, 2001:db8:0:1::${at + 1}`;
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => logIn(gateway, from(at))));
  const allowed = answers.filter(({ status }) => status === 200).length;
  // While Redis responds too late, a replica counts in memory: ten there in addition to the ten in Redis.
  expect(allowed).toBeGreaterThanOrEqual(10);
  expect(allowed).toBeLessThanOrEqual(20);
});

test('never exceeds the general limit over two replicas, and loses at most one batch each', async () => {
  const env = { RATE_LIMIT_FACTOR: '0.25' };
  const replicas = [await start(env), await start(env)];
  const statuses: number[] = [];
  // 300 a minute, in batches of 6.
  for (let at = 0; at < 40; at += 1) {
    const burst = replicas.flatMap((gateway) => Array.from({ length: 4 }, () => profile(gateway)));
    statuses.push(...(await Promise.all(burst)).map(({ status }) => status));
  }
  expect(count(statuses, 200) + count(statuses, 429)).toBe(320);
  expect(count(statuses, 200)).toBeLessThanOrEqual(300);
  expect(count(statuses, 200)).toBeGreaterThanOrEqual(300 - 6);
});

test('limits a user across addresses, and reports the tightest limit in the headers', async () => {
  const gateway = await start({ RATE_LIMIT_FACTOR: '0.02' });
  const ada = await new Sessions(redis.url).signIn();
  let at = 0;
  const visit = () => profile(gateway, { ...ada.headers, 'x-forwarded-for': `10.1.0.${at++}` });
  const first = await visit();
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '12', 'ratelimit-remaining': '11' });
  expect(Number(first.headers['ratelimit-reset'])).toBeGreaterThan(0);
  expect(count(await repeat(14, visit), 429)).toBe(3);
});
