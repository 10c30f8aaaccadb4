import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { SessionStore } from '@nightshelf/platform/sessions/session-store.ts';
import { until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { expect, test, vi } from 'vitest';
import { countUsers, form, join, password, tokenIn } from './people.ts';
import { startAuth, startReplica } from './setup.ts';

const service = await startAuth();
const redis = await OwnRedis.start();
const { api } = await startReplica(service, { REDIS_URL: redis.url, ROLES: 'http' });

/** Makes Redis fail once, when a session begins. */
const failOnce = () =>
  vi.spyOn(SessionStore.prototype, 'begin').mockRejectedValueOnce(new Error('Connection is closed.'));

test('returns 503 without Redis, stores nothing and recovers', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  expect((await api.attempt(authCalls.login, { body })).status).toBe(200);
  const users = await countUsers(service);

  await redis.end();
  const started = performance.now();
  const login = await api.attempt(authCalls.login, { body });
  const registration = await api.attempt(authCalls.register, { body: form() });
  expect(performance.now() - started).toBeLessThan(20_000);
  for (const answered of [login, registration]) {
    expect(answered).toMatchObject({ status: 503, body: { code: 'auth.sessions_unavailable' } });
    expect(tokenIn(answered.headers)).toBeUndefined();
    expect(answered.headers.get('retry-after')).not.toBeNull();
  }
  expect(await countUsers(service)).toBe(users);
  expect((await api.attempt(authCalls.verifyToken, {})).status).toBe(200);

  await redis.start();
  const again = await until('signing in works again', async () => {
    const answered = await api.attempt(authCalls.login, { body });
    return answered.status === 200 && answered;
  });
  expect(tokenIn(again.headers)).toBeDefined();
});

test('returns 503 with a message while Redis is full and recovers', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  await until('signing in works', async () => (await api.attempt(authCalls.login, { body })).status === 200);
  const users = await countUsers(service);
  await redis.fill();
  for (const answered of [
    await api.attempt(authCalls.login, { body }),
    await api.attempt(authCalls.register, { body: form() }),
  ]) {
    expect(answered).toMatchObject({
      status: 503,
      body: {
        code: 'auth.sessions_unavailable',
        message: 'Signing in is not possible right now. Please try again.',
      },
    });
    expect(answered.headers.get('set-cookie')).toBeNull();
  }
  expect(await countUsers(service)).toBe(users);
  await redis.empty();
  expect((await api.attempt(authCalls.login, { body })).status).toBe(200);
});

test('keeps the new account and asks the user to sign in when Redis fails during registration', async () => {
  const given = form();
  failOnce();
  const answered = await api.attempt(authCalls.register, { body: given });
  expect(answered).toMatchObject({
    status: 503,
    body: { code: 'auth.not_signed_in', message: 'Your account was created. Please sign in.' },
  });
  expect(tokenIn(answered.headers)).toBeUndefined();
  const body = { username_or_email: given.username, password };
  expect((await api.attempt(authCalls.login, { body })).status).toBe(200);
});

test('returns 503 without a cookie when Redis fails during sign-in', async () => {
  const { form: known } = await join(service);
  const body = { username_or_email: known.username, password };
  failOnce();
  const answered = await api.attempt(authCalls.login, { body });
  expect(answered.status).toBe(503);
  expect(answered.headers.get('set-cookie')).toBeNull();
});
