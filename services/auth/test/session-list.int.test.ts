import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { someIdentity } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { ClientAt, firefox, join, logIn } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const { listSessions, endSession, endOtherSessions } = accountCalls;

const service = await startAuth({ RATE_LIMIT_FACTOR: '1000' });
const { redis, sessions } = redisOf(service);

const isThere = async (sessionId: string) => (await redis.exists(`session:${sessionId}`)) === 1;

test('lists sessions, last seen first, and marks the current one', async () => {
  const { api, form, identity } = await join(service);
  const laptop = await logIn(new ClientAt(service.url, { address: '192.0.2.7', device: firefox }), form.username);
  const phone = await logIn(
    new ClientAt(service.url, { address: '2001:db8::5', device: 'x'.repeat(5000) }),
    form.username,
  );
  const { sessions: listed } = await api.call(listSessions, {});
  expect(listed.map(({ id }) => id)).toEqual([phone, laptop, identity].map(({ sessionId }) => sessionId));
  expect(listed[0]).toMatchObject({ device: 'Unknown device', address: '2001:db8::5', is_current: false });
  expect(listed[1]).toMatchObject({ device: 'Firefox on Windows', address: '192.0.2.7', is_current: false });
  expect(listed[2]).toMatchObject({ is_current: true });
  expect((await redis.hget(`session:${phone.sessionId}`, 'device'))?.length).toBe(300);
});

test('ignores an invalid client address', async () => {
  const { form } = await join(service);
  const identity = await logIn(new ClientAt(service.url, { address: '<b>here</b>' }), form.username);
  const { sessions: listed } = await service.api.as(identity).call(listSessions, {});
  expect(listed.find(({ is_current }) => is_current)?.address).toBeNull();
});

test('ends one session and returns 404 for an ended or unknown one', async () => {
  const { api, form, identity } = await join(service);
  const [one, other] = [await logIn(service.api, form.username), await logIn(service.api, form.username)];
  const params = { id: one.sessionId };
  const ended = await api.attempt(endSession, { params });
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([200, null]);
  expect(await Promise.all([one, other, identity].map(({ sessionId }) => isThere(sessionId)))).toEqual([
    false,
    true,
    true,
  ]);
  for (const id of [one.sessionId, 'x', '*', 'a'.repeat(64), 'a'.repeat(65), `${form.username}:*`, '\u0000']) {
    expect((await api.attempt(endSession, { params: { id } })).status).toBe(404);
  }
  expect((await api.call(listSessions, {})).sessions).toHaveLength(2);
});

test('deletes the cookie when the current session ends', async () => {
  const { api, identity } = await join(service);
  const ended = await api.attempt(endSession, { params: { id: identity.sessionId } });
  expect(ended.headers.get('set-cookie')).toMatch(/^session=; .*Max-Age=0/);
  expect(await isThere(identity.sessionId)).toBe(false);
});

test('ends all other sessions and returns their number', async () => {
  const { api, form, identity, token } = await join(service);
  const others = [await logIn(service.api, form.username), await logIn(service.api, form.username)];
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
  const { identity } = await join(service);
  const calls = [
    ['GET', '/api/auth/sessions'],
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${identity.sessionId}`],
    ['GET', '/api/auth/activity'],
  ] as const;
  for (const [method, path] of calls) {
    expect((await service.api.send(method, path)).status).toBe(401);
    expect((await service.api.send(method, path, { headers: { 'x-identity': 'e30.AAAA' } })).status).toBe(401);
  }
  expect(await isThere(identity.sessionId)).toBe(true);
  expect((await service.api.as(someIdentity()).call(listSessions, {})).sessions).toEqual([]);
});
