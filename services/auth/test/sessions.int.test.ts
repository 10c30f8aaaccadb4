import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { someIdentity } from '@nightshelf/testing';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { ClientAt, close, firefox, join, password, logIn as signIn, tokenIn, tryLogIn } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const { listSessions, endSession, endOtherSessions } = accountCalls;

const service = await startAuth({ RATE_LIMIT_FACTOR: '1000' });
const { redis, sessions } = redisOf(service);

const logIn = (name: string, given = password, api = service.api) => tryLogIn(api, name, given);

describe('signing in', () => {
  test('accepts username or email address, ignoring case and surrounding blanks', async () => {
    const { form, user } = await join(service, { email: `Mixed.${Date.now()}@Example.org` });
    for (const name of [form.username, form.username.toUpperCase(), form.email.toUpperCase(), ` ${form.email} `]) {
      const { status, body, headers } = await logIn(name);
      expect([name, status]).toEqual([name, 200]);
      expect(body.user).toEqual(user);
      expect(await sessions.find(tokenIn(headers) ?? '')).toMatchObject({ userId: user.id, username: user.username });
    }
  });

  test("begins a new session each time and ends the browser's previous one", async () => {
    const person = await join(service);
    const elsewhere = tokenIn((await logIn(person.form.username)).headers) ?? '';
    const renewed = tokenIn((await logIn(person.form.username, password, person.api)).headers) ?? '';
    expect(new Set([person.token, elsewhere, renewed]).size).toBe(3);
    const found = await Promise.all([person.token, elsewhere, renewed].map((token) => sessions.find(token)));
    expect(found).toEqual([null, expect.anything(), expect.anything()]);
  });

  test('never stores the token itself in Redis', async () => {
    const { token, user } = await join(service);
    const keys = await redis.keys('*session*');
    const dump = await Promise.all(keys.map(async (key) => JSON.stringify([key, await redis.dump(key)])));
    expect(dump.join()).not.toContain(token);
    expect(await redis.smembers(`user-sessions:${user.id}`)).toEqual([sessionIdOf(token)]);
  });

  test('gives the same response for a wrong password, an unknown user and an inactive account', async () => {
    const [active, inactive] = [await join(service), await join(service)];
    await close(service, inactive.user.id);
    const answers = await Promise.all([
      logIn(active.form.username, 'Wrong#Password1'),
      logIn('nobody_here', password),
      logIn('nobody@example.org', password),
      logIn(inactive.form.username),
    ]);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(headers.get('set-cookie')).toBeNull();
      const message = 'Invalid username or password.';
      const request_id = expect.any(String);
      expect(body).toEqual({ success: false, code: 'auth.invalid_credentials', message, request_id });
    }
  });

  test('takes about as long for an unknown user as for a wrong password', async () => {
    const { form } = await join(service);
    const timeOf = async (name: string) => {
      const started = performance.now();
      await logIn(name, 'Wrong#Password1');
      return performance.now() - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      known.push(await timeOf(form.username));
      unknown.push(await timeOf('nobody_here'));
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0;
    // Without hashing, the response for an unknown user would be ten times as fast.
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
  });

  test('upgrades a hash with outdated parameters', async () => {
    const { form, user } = await join(service);
    const older = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await service.query('update users set password_hash = $1 where id = $2', [older, user.id]);
    expect((await logIn(form.username)).status).toBe(200);
    const [row] = await service.query<{ password_hash: string }>('select password_hash from users where id = $1', [
      user.id,
    ]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn(form.username)).status).toBe(200);
  });
});

describe('the current user', () => {
  test('is returned with their account', async () => {
    const { api, user } = await join(service);
    expect(await api.call(authCalls.verifyToken, {})).toMatchObject({ success: true, user });
    expect(await api.call(authCalls.getProfile, {})).toMatchObject({ success: true, user });
  });

  test('is returned with the expiry time of the session', async () => {
    const { api, user } = await join(service);
    const days = 24 * 60 * 60_000;
    const received = async (caller = api) => {
      const answer = await caller.call(authCalls.verifyToken, {});
      if (!answer.success) return null;
      const left = (Date.parse(answer.session_ends ?? '') - Date.now()) / days;
      expect(((answer.session_lasts ?? 0) * 1000) / days).toBeCloseTo(left, 2);
      return left;
    };
    expect(await received()).toBeCloseTo(14, 2);
    const old = await sessions.begin({ userId: user.id, username: user.username }, {}, Date.now() - 57 * days);
    const identity = { userId: user.id, username: user.username, sessionId: sessionIdOf(old) };
    expect(await received(service.api.as(identity))).toBeCloseTo(3, 2);
  });

  test('is null without a session or with an inactive user', async () => {
    const gone = await join(service);
    await close(service, gone.user.id);
    for (const api of [service.api, service.api.as(someIdentity()), gone.api]) {
      const { status, body } = await api.attempt(authCalls.verifyToken, {});
      expect(status).toBe(200);
      expect(body).toEqual({ success: false, message: 'Not signed in.', user: null });
      expect((await api.attempt(authCalls.getProfile, {})).status).toBe(401);
      expect((await api.attempt(authCalls.updateProfile, { body: { privacy: 'private' } })).status).toBe(401);
    }
  });
});

describe('signing out', () => {
  test('ends the current session, keeps the others and deletes the cookie', async () => {
    const { api, form, token } = await join(service);
    const other = tokenIn((await logIn(form.username)).headers) ?? '';
    const { status, headers, body } = await api.attempt(authCalls.logout, {});
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'You are signed out.' });
    expect(headers.get('set-cookie')).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect(await sessions.find(token)).toBeNull();
    expect(await sessions.find(other)).not.toBeNull();
  });

  test('succeeds without a session and when repeated', async () => {
    const { api } = await join(service);
    expect((await service.api.attempt(authCalls.logout, {})).status).toBe(200);
    expect((await api.attempt(authCalls.logout, {})).status).toBe(200);
    expect((await api.attempt(authCalls.logout, {})).status).toBe(200);
  });
});

const isThere = async (sessionId: string) => (await redis.exists(`session:${sessionId}`)) === 1;

test('lists sessions with valid addresses, last seen first, and marks the current one', async () => {
  const { api, form, identity } = await join(service);
  const laptop = await signIn(new ClientAt(service.url, { address: '192.0.2.7', device: firefox }), form.username);
  const phone = await signIn(
    new ClientAt(service.url, { address: '2001:db8::5', device: 'x'.repeat(5000) }),
    form.username,
  );
  const forged = await signIn(new ClientAt(service.url, { address: '<b>here</b>' }), form.username);
  const { sessions: all } = await api.call(listSessions, {});
  expect(all.map(({ id }) => id)).toEqual([forged, phone, laptop, identity].map(({ sessionId }) => sessionId));
  const [{ address } = { address: '' }, ...listed] = all;
  expect(address).toBeNull();
  expect(listed[0]).toMatchObject({ device: 'Unknown device', address: '2001:db8::5', is_current: false });
  expect(listed[1]).toMatchObject({ device: 'Firefox on Windows', address: '192.0.2.7', is_current: false });
  expect(listed[2]).toMatchObject({ is_current: true });
  expect((await redis.hget(`session:${phone.sessionId}`, 'device'))?.length).toBe(300);
});

test('ends one session, deletes the cookie of the current one, and returns 404 for unknown ones', async () => {
  const { api, form, identity } = await join(service);
  const [one, other] = [await signIn(service.api, form.username), await signIn(service.api, form.username)];
  const params = { id: one.sessionId };
  const ended = await api.attempt(endSession, { params });
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, null]);
  const left = await Promise.all([one, other, identity].map(({ sessionId }) => isThere(sessionId)));
  expect(left).toEqual([false, true, true]);
  for (const id of [one.sessionId, 'x', '*', 'a'.repeat(64), 'a'.repeat(65), `${form.username}:*`, '\u0000']) {
    expect((await api.attempt(endSession, { params: { id } })).status).toBe(404);
  }
  expect((await api.call(listSessions, {})).sessions).toHaveLength(2);
  const own = await api.attempt(endSession, { params: { id: identity.sessionId } });
  expect(own.headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/);
  expect(await isThere(identity.sessionId)).toBe(false);
});

test('ends all other sessions and returns their number', async () => {
  const { api, form, identity, token } = await join(service);
  const others = [await signIn(service.api, form.username), await signIn(service.api, form.username)];
  expect((await api.call(endOtherSessions, {})).ended_count).toBe(2);
  for (const { sessionId } of others) expect(await isThere(sessionId)).toBe(false);
  expect(await sessions.find(token)).toMatchObject({ id: identity.sessionId });
  expect((await api.call(endOtherSessions, {})).ended_count).toBe(0);
});

test("returns 404 for another user's session and leaves it open", async () => {
  const [ada, eve] = [await join(service), await join(service)];
  const tries = Array.from({ length: 40 }, (_, at) => (at % 2 ? [ada, eve] : [eve, ada]) as [typeof ada, typeof eve]);
  const answers = await Promise.all(
    tries.map(([who, whose]) => who.api.attempt(endSession, { params: { id: whose.identity.sessionId } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  for (const { token } of [ada, eve]) expect(await sessions.find(token)).not.toBeNull();
  const lines = await service.query(`select from activity where kind = 'session_ended' and user_id = any($1)`, [
    [ada.user.id, eve.user.id],
  ]);
  expect(lines).toEqual([]);
});

test('refuses anonymous callers and forged identities', async () => {
  const { identity, user } = await join(service);
  const forged = Buffer.from(
    JSON.stringify({ user_id: user.id, username: user.username, session: 'x', expires: Date.now() + 60_000 }),
  ).toString('base64url');
  const identities = [`${forged}.`, `${forged}.AAAA`, 'nonsense', `${forged}.${forged}`];
  for (const headers of [{}, ...identities.map((header) => ({ 'x-identity': header }))]) {
    for (const [method, path] of [
      ['GET', '/api/auth/profile'],
      ['GET', '/api/auth/sessions'],
      ['DELETE', '/api/auth/sessions'],
      ['DELETE', `/api/auth/sessions/${identity.sessionId}`],
      ['GET', '/api/auth/activity'],
    ] as const) {
      expect((await service.api.send(method, path, { headers })).status).toBe(401);
    }
    const verified = await service.api.attempt(authCalls.verifyToken, {}, { headers });
    expect(verified).toMatchObject({ status: 200, body: { success: false, user: null } });
  }
  expect(await isThere(identity.sessionId)).toBe(true);
  expect((await service.api.as(someIdentity()).call(listSessions, {})).sessions).toEqual([]);
});
