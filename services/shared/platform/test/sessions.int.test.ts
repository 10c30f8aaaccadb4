import { randomUUID } from 'node:crypto';
import { isolatedRedis } from '@nightshelf/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absoluteSeconds, idleSeconds, sessionCookie, sessionTokenIn } from '../src/sessions/cookie.ts';
import { SessionStore, sessionIdOf } from '../src/sessions/session-store.ts';

let isolated: Awaited<ReturnType<typeof isolatedRedis>>;
let redis: Redis;
let sessions: SessionStore;

beforeAll(async () => {
  isolated = await isolatedRedis();
  redis = new Redis(isolated.url);
  sessions = new SessionStore(redis);
});

afterAll(async () => {
  redis.disconnect();
  await isolated.release();
});

const someUser = () => ({ userId: randomUUID(), username: 'ada' });
const days = (n: number) => n * 24 * 60 * 60 * 1000;

describe('a session', () => {
  test('is found by its token, which Redis never holds', async () => {
    const user = someUser();
    const token = await sessions.begin(user);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await sessions.find(token)).toMatchObject({ ...user, id: sessionIdOf(token) });
    const keys = await redis.keys('*');
    const values = await Promise.all(keys.filter((key) => key.startsWith('session:')).map((key) => redis.hvals(key)));
    expect([...keys, ...values.flat()].join()).not.toContain(token);
  });

  test('is not found by anything else', async () => {
    const token = await sessions.begin(someUser());
    for (const wrong of ['', 'x', `${token}x`, sessionIdOf(token), token.slice(0, -1), '../../etc/passwd']) {
      expect(await sessions.find(wrong)).toBeNull();
    }
  });

  test('ends when it is unused for two weeks, lives on when used, and ends after two months in any case', async () => {
    const began = Date.now();
    const token = await sessions.begin(someUser(), {}, began);
    const key = `session:${sessionIdOf(token)}`;
    expect(await redis.ttl(key)).toBeLessThanOrEqual(idleSeconds);
    await sessions.find(token, began + days(10));
    expect(await redis.pexpiretime(key)).toBe(began + days(10) + idleSeconds * 1000);
    await sessions.find(token, began + days(55));
    expect(await redis.pexpiretime(key)).toBe(began + absoluteSeconds * 1000);
    expect(await sessions.find(token, began + days(61))).toBeNull();
  });

  test('that was ended is gone at once; the others of the user can be ended together', async () => {
    const user = someUser();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => sessions.begin(user)));
    if (!first || !second || !third) throw new Error('no sessions');
    await sessions.end(user.userId, sessionIdOf(first));
    expect(await sessions.find(first)).toBeNull();
    await sessions.endAll(user.userId, sessionIdOf(second));
    expect(await sessions.find(third)).toBeNull();
    expect(await sessions.find(second)).not.toBeNull();
  });

  test('is listed with where it was begun, the last seen first, until it has ended', async () => {
    const user = someUser();
    const began = Date.now();
    const origin = { device: 'Mozilla/5.0 Firefox/133.0', address: '192.0.2.7' };
    const older = await sessions.begin(user, { origin }, began - days(3));
    const newer = await sessions.begin(user, {}, began - days(1));
    const overdue = await sessions.begin(user, {}, began - days(61));
    const gone = await sessions.begin(user);
    await redis.del(`session:${sessionIdOf(gone)}`);
    await sessions.begin(someUser());
    const listed = await sessions.list(user.userId, began);
    expect(listed.map(({ id }) => id)).toEqual([newer, older].map(sessionIdOf));
    expect(listed[1]).toMatchObject({ ...user, ...origin, createdAt: new Date(began - days(3)) });
    expect(listed[0]).toMatchObject({ device: null, address: null });
    expect(await redis.smembers(`user-sessions:${user.userId}`)).not.toContain(sessionIdOf(overdue));
    await sessions.find(older, began);
    expect((await sessions.list(user.userId, began))[0]?.id).toBe(sessionIdOf(older));
  });

  test('keeps facts that only auth reads', async () => {
    const user = someUser();
    const facts = { identity_provider: 'google', id_token: 'x'.repeat(3000) };
    const token = await sessions.begin(user, { facts });
    expect(await sessions.factsOf(sessionIdOf(token))).toEqual(facts);
    expect(JSON.stringify(await sessions.find(token))).not.toContain('xxx');
    expect(await sessions.factsOf(sessionIdOf(await sessions.begin(user)))).toEqual({});
    await sessions.end(user.userId, sessionIdOf(token));
    expect(await sessions.factsOf(sessionIdOf(token))).toBeNull();
  });

  test("of another user cannot be ended under one's own name", async () => {
    const [ada, eve] = [someUser(), someUser()];
    const token = await sessions.begin(ada);
    expect(await sessions.end(eve.userId, sessionIdOf(token))).toBe(false);
    expect(await sessions.find(token)).not.toBeNull();
    expect(await sessions.end(ada.userId, sessionIdOf(token))).toBe(true);
    expect(await sessions.end(ada.userId, sessionIdOf(token))).toBe(false);
  });

  test('cannot begin when Redis refuses a part of it', async () => {
    const user = someUser();
    await redis.set(`user-sessions:${user.userId}`, 'not a set');
    await expect(sessions.begin(user)).rejects.toThrow(/WRONGTYPE/);
  });
});

test('the cookie is bound to the host and kept from scripts', () => {
  expect(sessionCookie('abc', true)).toMatch(
    /^__Host-session=abc; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
  expect(sessionCookie('abc', false)).toMatch(/^session=abc; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  expect(sessionTokenIn('a=b; session=abc; c=d', false)).toBe('abc');
  expect(sessionTokenIn('xsession=abc', false)).toBeNull();
  expect(sessionTokenIn(undefined, false)).toBeNull();
});
