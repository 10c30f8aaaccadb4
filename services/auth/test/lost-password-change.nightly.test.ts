import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { expect, test } from 'vitest';
import { appOf, FactorBrowser, withTotp } from './factor-browser.ts';
import { join, kindsOf, logIn, type Person, password, tokenIn } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });
const { redis, sessions } = redisOf(service);

const newPassword = 'Difference#2';
const change = { current_password: password, password: newPassword, confirm_password: newPassword };

/**
 * Changes a password and returns a function that repeats the request, by default with the old cookie as after a lost
 * response.
 */
async function changed(person: Person) {
  const key = randomUUID();
  const first = await person.api.attempt(accountCalls.changePassword, { body: change }, { key });
  expect(first.status).toBe(200);
  const again = ({ body = change, cookie = `session=${person.token}`, used = key, api = service.api } = {}) =>
    api.attempt(accountCalls.changePassword, { body }, { key: used, headers: { cookie } });
  const token = tokenIn(first.headers) ?? '';
  const identity = { ...person.identity, sessionId: sessionIdOf(token) };
  return { person, key, first, again, token, identity, api: service.api.as(identity) };
}

const unreachable = [401, 'auth.unauthenticated', undefined];
const outcome = ({ status, body, headers }: Awaited<ReturnType<Awaited<ReturnType<typeof changed>>['again']>>) => [
  status,
  body.code,
  tokenIn(headers),
];

test('returns the first response with a new session to the same browser, any number of times', async () => {
  const { person, first, again } = await changed(await join(service));
  const elsewhere = [];
  for (let at = 0; at < 2; at += 1) {
    const answer = await again();
    expect([answer.status, answer.body]).toEqual([200, first.body]);
    elsewhere.push(tokenIn(answer.headers) ?? '');
  }
  expect(new Set([person.token, tokenIn(first.headers), ...elsewhere]).size).toBe(4);
  for (const token of elsewhere) expect(await sessions.find(token)).toMatchObject({ userId: person.user.id });
  expect(await sessions.find(person.token)).toBeNull();
  expect((await kindsOf(service, person.user.id)).sort()).toEqual(['password_changed', 'registered']);
});

test('does not ask for the second factor again', async () => {
  const { person, again } = await changed(await withTotp(service));
  const answer = await again();
  expect([answer.status, await sessions.find(tokenIn(answer.headers) ?? '')]).toMatchObject([
    200,
    { userId: person.user.id },
  ]);
});

test('accepts a repetition by the gateway with the old identity, with or without a second factor', async () => {
  for (const person of [await join(service), await withTotp(service)]) {
    const { again } = await changed(person);
    const answer = await again({ api: person.api });
    expect([answer.status, await sessions.find(tokenIn(answer.headers) ?? '')]).toMatchObject([
      200,
      { userId: person.user.id },
    ]);
  }
});

test('replaces the new session when that session repeats the request', async () => {
  const { api, token, again } = await changed(await join(service));
  const answer = await again({ api, cookie: `session=${token}` });
  expect(answer.status).toBe(200);
  expect(await sessions.find(tokenIn(answer.headers) ?? '')).not.toBeNull();
  expect(await sessions.find(token)).toBeNull();
});

test('refuses other browsers even with both passwords and the key', async () => {
  const { person, identity, again } = await changed(await join(service));
  const owner = new FactorBrowser(service, identity);
  const { secret } = await owner.call(factorCalls.beginTotp);
  await owner.call(factorCalls.confirmTotp, { body: { code: appOf(secret)() } });
  const others = await Promise.all(['', `session=${'A'.repeat(43)}`, `session=${(await join(service)).token}`]);
  for (const cookie of others) expect(outcome(await again({ cookie }))).toEqual(unreachable);
  // The refusals must not end the owner's session.
  expect((await sessions.list(person.user.id)).map(({ id }) => id)).toEqual([identity.sessionId]);
});

test('refuses once a sign-out everywhere has ended the session', async () => {
  const intruder = await changed(await withTotp(service));
  // The owner signs in with password and factor and ends all other sessions.
  const token = await sessions.begin(intruder.person.identity);
  const owner = service.api.as({ ...intruder.person.identity, sessionId: sessionIdOf(token) });
  await owner.call(accountCalls.endOtherSessions, {});
  expect(outcome(await intruder.again())).toEqual(unreachable);
  expect(outcome(await intruder.again({ api: intruder.person.api }))).toEqual(unreachable);
  expect(await sessions.find(token)).not.toBeNull();
});

test('refuses after five minutes', async () => {
  const { key, again } = await changed(await join(service));
  await service.query(
    `update idempotency_keys set result = jsonb_set(result::jsonb, '{at}', to_jsonb($2::float8))::text where key = $1`,
    [key, Date.now() - 5 * 60_000],
  );
  expect(outcome(await again())).toEqual(unreachable);
});

test('refuses with another key or another body', async () => {
  const { again } = await changed(await join(service));
  expect(outcome(await again({ used: randomUUID() }))).toEqual(unreachable);
  const body = { ...change, password: 'Difference#3', confirm_password: 'Difference#3' };
  expect(outcome(await again({ body }))).toEqual(unreachable);
});

test('refuses once the account is closed or the password has changed again', async () => {
  const closed = await changed(await join(service));
  await service.query('update users set is_active = false where id = $1', [closed.person.user.id]);
  expect(outcome(await closed.again())).toEqual(unreachable);
  const { api, again } = await changed(await join(service));
  const body = { current_password: newPassword, password: 'Difference#3', confirm_password: 'Difference#3' };
  await api.call(accountCalls.changePassword, { body });
  expect(outcome(await again())).toEqual(unreachable);
});

test('changes nothing when the session ends during the request', async () => {
  const person = await join(service);
  await redis.del(`session:${person.identity.sessionId}`);
  const late = await person.api.attempt(accountCalls.changePassword, { body: change }, { key: randomUUID() });
  expect(outcome(late)).toEqual(unreachable);
  expect((await logIn(service.api, person.form.username)).userId).toBe(person.user.id);
  const login = { username_or_email: person.form.username, password: newPassword };
  expect((await service.api.attempt(authCalls.login, { body: login })).status).toBe(401);
});
