import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { expect, test } from 'vitest';
import {
  countUsers,
  form,
  join,
  logIn,
  newPassword,
  outcomeOf,
  type Person,
  password,
  tokenIn,
  tryLogIn,
  twice,
} from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const { changePassword, listSessions } = accountCalls;

const service = await startAuth();
const { redis, sessions } = redisOf(service);

const change = ({ api }: Pick<Person, 'api'>, current = password, wanted = newPassword) =>
  api.attempt(changePassword, { body: { current_password: current, ...twice(wanted) } });

const status = async ({ form }: Person, given: string) => (await tryLogIn(service.api, form.username, given)).status;

test('ends all other sessions and gives this one a new token', async () => {
  const person = await join(service);
  const other = await logIn(service.api, person.form.username);
  const answered = await change(person);
  expect(answered.status).toBe(200);
  const token = tokenIn(answered.headers) ?? '';
  expect(await sessions.find(person.token)).toBeNull();
  expect(await redis.exists(`session:${other.sessionId}`)).toBe(0);
  expect(await sessions.find(token)).toMatchObject({ userId: person.user.id, username: person.user.username });
  const api = service.api.as({ ...person.identity, sessionId: sessionIdOf(token) });
  expect((await api.call(listSessions, {})).sessions).toMatchObject([{ is_current: true }]);
  expect([await status(person, password), await status(person, newPassword)]).toEqual([401, 200]);
});

test('returns 401 to anonymous callers before validating', async () => {
  expect(outcomeOf(await service.api.attempt(changePassword, { body: {} }))).toEqual([401, 'auth.unauthenticated']);
});

test('keeps the facts stored with the session', async () => {
  const person = await join(service);
  const facts = { provider: 'google', id_token: 'abc' };
  const token = await sessions.begin(person.identity, { facts });
  const api = service.api.as({ ...person.identity, sessionId: sessionIdOf(token) });
  const renewed = tokenIn((await change({ api })).headers) ?? '';
  expect(await sessions.factsOf(sessionIdOf(renewed))).toEqual(facts);
});

test('refuses a wrong current password and an unchanged or weak new one', async () => {
  const person = await join(service);
  const wrong = await change(person, 'Wrong#Password1');
  expect(wrong).toMatchObject({ status: 422, body: { errors: { current_password: ['Current password is wrong'] } } });
  const same = await change(person, password, password);
  expect(same.body.errors).toEqual({ password: ['Choose a new password'] });
  const weak = await change(person, password, 'weak');
  expect(weak.body.errors).toHaveProperty('password');
  expect(await sessions.find(person.token)).not.toBeNull();
  expect(await status(person, password)).toBe(200);
});

test('returns 409 for an account without a password', async () => {
  const person = await join(service);
  await service.query('update users set password_hash = null where id = $1', [person.user.id]);
  expect(await change(person)).toMatchObject({
    status: 409,
    body: { code: 'auth.no_password', message: 'This account has no password yet. Request a link to set one.' },
  });
});

test('throttles guessing of the current password', async () => {
  const person = await join(service);
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await change(person, `Wrong#Password${at}`)).status);
  expect(statuses.slice(0, 5)).toEqual(Array(5).fill(422));
  expect(statuses).toContain(429);
  // Sign-in attempts count separately, so that a session cannot lock out a sign-in.
  expect(await status(person, password)).toBe(200);
});

test('lets one of several concurrent changes win', async () => {
  const person = await join(service);
  const wanted = ['Distinct#1ab', 'Distinct#2ab', 'Distinct#3ab'];
  const statuses = (await Promise.all(wanted.map((one) => change(person, password, one)))).map((one) => one.status);
  expect([...statuses].sort()).toEqual([200, 422, 422]);
  expect(await status(person, wanted[statuses.indexOf(200)] ?? '')).toBe(200);
});

test("refuses common passwords and those made of the user's or the product's names", async () => {
  const message = 'This password is too easy to guess from your name or ours. Please choose another one.';
  const common = 'This password is too common. Please choose another one.';
  const before = await countUsers(service);
  const body = form({ username: `Lovelace${Date.now() % 1e6}`, last_name: 'Lovelace' });
  const weak = { 'Nightshelf1!': message, 'Lovelace#1': message, 'Password1!': common };
  for (const [given, refusal] of Object.entries(weak)) {
    const answered = await service.api.attempt(authCalls.register, { body: { ...body, ...twice(given) } });
    expect([answered.status, answered.body.errors]).toEqual([422, { password: [refusal] }]);
  }
  expect(await countUsers(service)).toBe(before);
  const person = await join(service, { last_name: 'Lovelace' });
  for (const [given, refusal] of Object.entries(weak)) {
    expect((await change(person, password, given)).body.errors).toEqual({ password: [refusal] });
  }
});
