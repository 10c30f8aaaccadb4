import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { type ApiClient, closeAfterTests, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { expect, test } from 'vitest';
import { countUsers, form, join, tokenIn, tryLogIn } from './people.ts';
import { startAuth, startReplica } from './setup.ts';

const service = await startAuth();
const redis = await OwnRedis.start();
const behind = await startReplica(service, { REDIS_URL: redis.url, ROLES: 'http' });

/** Redis fails for `failing` before the service sends this text; null while Redis works. */
let failsBefore: string | null = null;
const proxy = createServer((inside) => {
  const outside = connect(Number(new URL(redis.url).port), '127.0.0.1');
  for (const socket of [inside, outside]) {
    socket.on('error', () => undefined);
    socket.on('close', () => [inside, outside].map((one) => one.destroy()));
  }
  inside.on('data', (chunk) => {
    if (failsBefore !== null && chunk.includes(failsBefore)) {
      failsBefore = '';
      inside.destroy();
    } else outside.write(chunk);
  });
  outside.pipe(inside);
}).listen(0, '127.0.0.1');
closeAfterTests(async () => proxy.close());
await once(proxy, 'listening');
const proxyUrl = `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const failing = await startReplica(service, { REDIS_URL: proxyUrl, ROLES: 'http' });

const untilSignedIn = (api: ApiClient, name: string) =>
  until('signing in works', async () => (await tryLogIn(api, name)).status === 200);

test.each([
  ['full', () => redis.fill(), () => redis.empty()],
  ['unavailable', () => redis.end(), () => redis.start()],
] as const)('returns 503 with a message while Redis is %s, stores nothing and recovers', async (_, lose, restore) => {
  const { api } = behind;
  const { username } = (await join(service)).form;
  await untilSignedIn(api, username);
  const users = await countUsers(service);
  await lose();
  const started = performance.now();
  for (const answered of [await tryLogIn(api, username), await api.attempt(authCalls.register, { body: form() })]) {
    expect(answered).toMatchObject({
      status: 503,
      body: {
        code: 'auth.sessions_unavailable',
        message: 'Signing in is not possible right now. Please try again.',
      },
    });
    expect(answered.headers.get('set-cookie')).toBeNull();
    expect(answered.headers.get('retry-after')).not.toBeNull();
  }
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await countUsers(service)).toBe(users);
  expect((await api.attempt(authCalls.verifyToken, {})).status).toBe(200);
  await restore();
  await untilSignedIn(api, username);
});

test('keeps the new account and asks the user to sign in when Redis fails during registration', async () => {
  const { api } = failing;
  const given = form();
  failsBefore = 'session:';
  const answered = await api.attempt(authCalls.register, { body: given });
  failsBefore = null;
  expect(answered).toMatchObject({
    status: 503,
    body: { code: 'auth.not_signed_in', message: 'Your account was created. Please sign in.' },
  });
  expect(tokenIn(answered.headers)).toBeUndefined();
  await untilSignedIn(api, given.username);
});

test('returns 503 without a cookie when Redis fails during sign-in', async () => {
  const { api } = failing;
  const { username } = (await join(service)).form;
  await untilSignedIn(api, username);
  failsBefore = 'session:';
  const answered = await tryLogIn(api, username);
  failsBefore = null;
  expect([answered.status, answered.headers.get('set-cookie')]).toEqual([503, null]);
});
