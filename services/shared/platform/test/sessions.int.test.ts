import { randomUUID } from 'node:crypto';
import { closeAfterTests, isolatedRedis, until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { absoluteSeconds, idleSeconds } from '../src/sessions/cookie.ts';
import { mostSessions, SessionStore, sessionIdOf } from '../src/sessions/session-store.ts';

const isolated = await isolatedRedis();
const redis = new Redis(isolated.url);
closeAfterTests(async () => redis.disconnect());
const sessions = new SessionStore(redis);

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

  test('is not found by any other value', async () => {
    const token = await sessions.begin(someUser());
    for (const wrong of ['', 'x', `${token}x`, sessionIdOf(token), token.slice(0, -1), '../../etc/passwd']) {
      expect(await sessions.find(wrong)).toBeNull();
    }
  });

  test('expires after two weeks without use, and after two months in any case', async () => {
    const began = Date.now();
    const token = await sessions.begin(someUser(), {}, began);
    const key = `session:${sessionIdOf(token)}`;
    expect(await redis.ttl(key)).toBeLessThanOrEqual(idleSeconds);
    await sessions.find(token, began + days(10));
    // The write is on the same connection, so it precedes the next command.
    expect(await redis.pexpiretime(key)).toBe(began + days(10) + idleSeconds * 1000);
    await sessions.find(token, began + days(55));
    expect(await redis.pexpiretime(key)).toBe(began + absoluteSeconds * 1000);
    expect(await sessions.find(token, began + days(61))).toBeNull();
  });

  test('is listed with its origin, last used first, until it ends', async () => {
    const user = someUser();
    const began = Date.now();
    const client = { device: 'Mozilla/5.0 Firefox/133.0', address: '192.0.2.7' };
    const older = await sessions.begin(user, { client }, began - days(3));
    const newer = await sessions.begin(user, {}, began - days(1));
    const overdue = await sessions.begin(user, {}, began - days(61));
    const gone = await sessions.begin(user);
    await redis.del(`session:${sessionIdOf(gone)}`);
    await sessions.begin(someUser());
    const listed = await sessions.list(user.userId, began);
    expect(listed.map(({ id }) => id)).toEqual([newer, older].map(sessionIdOf));
    expect(listed[1]).toMatchObject({ ...user, ...client, createdAt: new Date(began - days(3)) });
    expect(listed[0]).toMatchObject({ device: null, address: null });
    expect(await redis.smembers(`user-sessions:${user.userId}`)).not.toContain(sessionIdOf(overdue));
    await sessions.find(older, began);
    expect((await sessions.list(user.userId, began))[0]?.id).toBe(sessionIdOf(older));
  });

  test('stores facts that only auth reads', async () => {
    const user = someUser();
    const facts = { identity_provider: 'google', id_token: 'x'.repeat(3000) };
    const token = await sessions.begin(user, { facts });
    expect(await sessions.factsOf(sessionIdOf(token))).toEqual(facts);
    expect(JSON.stringify(await sessions.find(token))).not.toContain('xxx');
    expect(await sessions.factsOf(sessionIdOf(await sessions.begin(user)))).toEqual({});
    await sessions.end(user.userId, sessionIdOf(token));
    expect(await sessions.factsOf(sessionIdOf(token))).toBeNull();
  });

  test('of another user cannot be ended', async () => {
    const [ada, eve] = [someUser(), someUser()];
    const token = await sessions.begin(ada);
    expect(await sessions.end(eve.userId, sessionIdOf(token))).toBe(false);
    expect(await sessions.find(token)).not.toBeNull();
    expect(await sessions.end(ada.userId, sessionIdOf(token))).toBe(true);
    expect(await sessions.end(ada.userId, sessionIdOf(token))).toBe(false);
  });

  test('does not begin when Redis refuses a part of it, and leaves nothing behind', async () => {
    const user = someUser();
    await redis.set(`user-sessions:${user.userId}`, 'not a set');
    const keys = await redis.dbsize();
    await expect(sessions.begin(user)).rejects.toThrow(/WRONGTYPE/);
    await until('nothing has stayed', async () => (await redis.dbsize()) === keys);
  });

  test('can be ended with the others even if a failover lost its name', async () => {
    const user = someUser();
    const began = Date.now();
    const token = await sessions.begin(user, {}, began - days(1));
    await redis.del(`user-sessions:${user.userId}`);
    await sessions.find(token, began);
    await until('it is named again', async () => (await sessions.list(user.userId)).length === 1);
    expect(await redis.ttl(`user-sessions:${user.userId}`)).toBeGreaterThan(0);
    expect(await sessions.endAll(user.userId)).toBe(1);
  });
});

describe('the sessions of one user', () => {
  test('are limited to the 50 last used: a new one ends the least recently used', async () => {
    const user = someUser();
    const began = Date.now() - days(1);
    const tokens: string[] = [];
    for (let at = 0; at < mostSessions; at += 1) tokens.push(await sessions.begin(user, {}, began + at));
    const [first = '', second = '', third = ''] = tokens;
    // The oldest session is now the most recently used one.
    await sessions.find(first);
    tokens.push(await sessions.begin(user), await sessions.begin(user));
    const found = await Promise.all(tokens.map((token) => sessions.find(token)));
    expect(tokens.filter((_, at) => found[at] === null)).toEqual([second, third]);
    expect(await sessions.list(user.userId)).toHaveLength(mostSessions);
    expect(await redis.scard(`user-sessions:${user.userId}`)).toBe(mostSessions);
  });

  test('are at most 50 also after concurrent sign-ins, and each remaining one can be ended', async () => {
    const user = someUser();
    const other = await sessions.begin(someUser());
    const tokens = await Promise.all(Array.from({ length: 120 }, () => sessions.begin(user)));
    const found = await Promise.all(tokens.map((token) => sessions.find(token)));
    expect(found.filter(Boolean)).toHaveLength(mostSessions);
    expect(await sessions.endAll(user.userId)).toBe(mostSessions);
    expect(await redis.exists(...tokens.map((token) => `session:${sessionIdOf(token)}`))).toBe(0);
    expect(await sessions.find(other)).not.toBeNull();
  });

  test('never survive the end of all sessions, despite concurrent sign-ins, reads and sign-outs', async () => {
    const user = someUser();
    let isOver = false;
    const survived: string[] = [];
    const unlisted: string[] = [];
    const signIn = async () => {
      while (!isOver) {
        const token = await sessions.begin(user);
        await sessions.list(user.userId);
        await sessions.endAll(user.userId);
        if (await sessions.find(token)) survived.push(token);
      }
    };
    const stay = async () => {
      while (!isOver) {
        const token = await sessions.begin(user);
        const listed = await sessions.list(user.userId);
        // It may have been ended before the lookup or since.
        if (!listed.some(({ id }) => id === sessionIdOf(token)) && (await sessions.find(token))) unlisted.push(token);
      }
    };
    const all = [signIn(), signIn(), stay(), stay()];
    await new Promise((resolve) => setTimeout(resolve, 1500));
    isOver = true;
    await Promise.all(all);
    expect([survived, unlisted]).toEqual([[], []]);
    await sessions.endAll(user.userId);
    expect(await sessions.list(user.userId)).toEqual([]);
  });

  test('beyond 50 from an earlier release end with the next sign-in, and expired ones do not count', async () => {
    const user = someUser();
    const past = Array.from({ length: 200 }, () => ({ id: sessionIdOf(randomUUID()), isGone: false }));
    for (const [at, one] of past.entries()) {
      const { id } = one;
      one.isGone = at % 2 === 0;
      await redis.sadd(`user-sessions:${user.userId}`, id);
      const seen = Date.now() - days(2) + at;
      if (!one.isGone)
        await redis.hset(`session:${id}`, { user_id: user.userId, username: 'ada', created: seen, seen });
    }
    const token = await sessions.begin(user);
    const left = (await sessions.list(user.userId)).map(({ id }) => id);
    expect(left).toEqual([
      sessionIdOf(token),
      ...past
        .filter(({ isGone }) => !isGone)
        .slice(-(mostSessions - 1))
        .map(({ id }) => id)
        .reverse(),
    ]);
    expect(await redis.scard(`user-sessions:${user.userId}`)).toBe(mostSessions);
  });

  test('always include the one that has just begun, even if its clock is behind', async () => {
    const user = someUser();
    for (let at = 0; at < mostSessions; at += 1) await sessions.begin(user);
    const late = await sessions.begin(user, {}, Date.now() - days(1));
    expect(await sessions.find(late)).not.toBeNull();
  });
});

test('a full Redis keeps existing sessions with their lifetimes, begins none in part, and allows signing out', async () => {
  const own = await OwnRedis.start();
  const full = new Redis(own.url);
  onTestFinished(() => full.disconnect());
  const store = new SessionStore(full);
  const user = someUser();
  const began = Date.now();
  const [token, other] = [await store.begin(user, {}, began), await store.begin(user, {}, began)];
  await own.fill();
  expect(await store.find(token, began + days(10))).toMatchObject(user);
  const key = `session:${sessionIdOf(token)}`;
  await until(
    'it is kept for longer',
    async () => (await full.pexpiretime(key)) === began + days(10) + idleSeconds * 1000,
  );
  await expect(store.checkRoom()).rejects.toThrow(/OOM/);
  const keys = await full.dbsize();
  await expect(store.begin(someUser())).rejects.toThrow(/OOM/);
  expect(await full.dbsize()).toBe(keys);
  expect(await store.list(user.userId)).toHaveLength(2);
  expect(await store.end(user.userId, sessionIdOf(token))).toBe(true);
  expect(await store.endAll(user.userId)).toBe(1);
  expect(await store.find(other)).toBeNull();
  await own.empty();
  await store.checkRoom();
  expect(await store.find(await store.begin(user))).toMatchObject(user);
});
