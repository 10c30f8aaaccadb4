import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { addApp, appOf, forgetCode, halfway, person as newPerson, withTotp } from './factor-browser.ts';
import {
  close,
  join,
  kindsOf,
  logIn,
  newPassword,
  outcomeOf,
  type Person,
  passwordChange,
  tokenIn,
  tryLogIn,
  twice,
} from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });
const { redis, sessions } = redisOf(service);
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Changes a password and returns a function that repeats the request, by default with the old cookie as after a lost
 * response.
 */
async function changed(person: Person) {
  const key = randomUUID();
  const first = await person.api.attempt(accountCalls.changePassword, { body: passwordChange }, { key });
  expect(first.status).toBe(200);
  const again = ({ body = passwordChange, cookie = `session=${person.token}`, used = key, api = service.api } = {}) =>
    api.attempt(accountCalls.changePassword, { body }, { key: used, headers: { cookie } });
  const token = tokenIn(first.headers) ?? '';
  const identity = { ...person.identity, sessionId: sessionIdOf(token) };
  return { person, key, first, again, token, identity, api: service.api.as(identity) };
}

const unreachable = [401, 'auth.unauthenticated', undefined];
const outcome = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof changed>>['again']>>) => [
  ...outcomeOf(answer),
  tokenIn(answer.headers),
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

test('accepts a resend by the gateway with the old identity, and asks for no second factor again', async () => {
  const [one, other] = [await join(service), await withTotp(service)];
  for (const [person, api] of [
    [one, one.api],
    [other, other.api],
    [await withTotp(service), service.api],
  ] as const) {
    const { again } = await changed(person);
    const answer = await again({ api });
    expect(answer.status).toBe(200);
    expect(await sessions.find(tokenIn(answer.headers) ?? '')).toMatchObject({ userId: person.user.id });
  }
});

test('replaces the new session when that session repeats the request', async () => {
  const { api, token, again } = await changed(await join(service));
  const answer = await again({ api, cookie: `session=${token}` });
  expect(answer.status).toBe(200);
  expect(await sessions.find(tokenIn(answer.headers) ?? '')).not.toBeNull();
  expect(await sessions.find(token)).toBeNull();
});

test('rejects other browsers even with both passwords and the key', async () => {
  const { person, api, identity, again } = await changed(await join(service));
  await addApp(api);
  const others = await Promise.all(['', `session=${'A'.repeat(43)}`, `session=${(await join(service)).token}`]);
  for (const cookie of others) expect(outcome(await again({ cookie }))).toEqual(unreachable);
  // The refusals must not end the owner's session.
  expect((await sessions.list(person.user.id)).map(({ id }) => id)).toEqual([identity.sessionId]);
});

test('rejects a resend after "sign out everywhere" ended the session', async () => {
  const intruder = await changed(await withTotp(service));
  // The owner signs in with password and factor and ends all other sessions.
  const token = await sessions.begin(intruder.person.identity);
  const owner = service.api.as({ ...intruder.person.identity, sessionId: sessionIdOf(token) });
  await owner.call(accountCalls.endOtherSessions, {});
  expect(outcome(await intruder.again())).toEqual(unreachable);
  expect(outcome(await intruder.again({ api: intruder.person.api }))).toEqual(unreachable);
  expect(await sessions.find(token)).not.toBeNull();
});

test('rejects a resend after five minutes', async () => {
  const { key, again } = await changed(await join(service));
  await service.query(
    `update idempotency_keys set result = jsonb_set(result::jsonb, '{at}', to_jsonb($2::float8))::text where key = $1`,
    [key, Date.now() - 5 * 60_000],
  );
  expect(outcome(await again())).toEqual(unreachable);
});

test('rejects a resend with another key or another body', async () => {
  const { again } = await changed(await join(service));
  expect(outcome(await again({ used: randomUUID() }))).toEqual(unreachable);
  const body = { ...passwordChange, ...twice('Difference#3') };
  expect(outcome(await again({ body }))).toEqual(unreachable);
});

test('rejects a resend once the account is closed or the password has changed again', async () => {
  const closed = await changed(await join(service));
  await close(service, closed.person.user.id);
  expect(outcome(await closed.again())).toEqual(unreachable);
  const { api, again } = await changed(await join(service));
  const body = { current_password: newPassword, ...twice('Difference#3') };
  await api.call(accountCalls.changePassword, { body });
  expect(outcome(await again())).toEqual(unreachable);
});

test('changes nothing when the session ends during the request', async () => {
  const person = await join(service);
  await redis.del(`session:${person.identity.sessionId}`);
  const late = await person.api.attempt(accountCalls.changePassword, { body: passwordChange }, { key: randomUUID() });
  expect(outcome(late)).toEqual(unreachable);
  expect((await logIn(service.api, person.form.username)).userId).toBe(person.user.id);
  expect((await tryLogIn(service.api, person.form.username, newPassword)).status).toBe(401);
});

/** Simulates a replica with a wrong clock for the next requests. */
function replicaOff(minutes: number): void {
  const realNow = Date.now.bind(Date);
  vi.restoreAllMocks();
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);
}

test.each([-5, 5])('confirms an app and signs in on a replica whose clock is off by %d minutes', async (minutes) => {
  const { browser, user, form } = await newPerson(service);
  const { secret } = await browser.call(factorCalls.beginTotp);
  const code = appOf(secret)();
  replicaOff(minutes);
  expect((await browser.attempt(factorCalls.confirmTotp, { body: { code } })).status).toBe(200);
  await forgetCode(service, user.id);
  const other = await halfway(service, form.username);
  expect((await other.finish({ code })).status).toBe(200);
});

test.each([
  ['200 when the clock of the first replica was behind', -10, 0, 200],
  ['401 after five minutes, although the clock of the first replica was ahead', 10, 5 * 60_000, 401],
])('returns to a resent password change %s', async (_, minutes, laterMs, status) => {
  const person = await join(service);
  replicaOff(minutes);
  const { key, again } = await changed(person);
  vi.restoreAllMocks();
  await service.query(
    `update idempotency_keys
     set result = jsonb_set(result::jsonb, '{at}', to_jsonb((result::jsonb ->> 'at')::float8 - $2))::text
     where key = $1`,
    [key, laterMs],
  );
  expect((await again()).status).toBe(status);
});

test('repeats a sign-in accepted by a replica whose clock is behind', async () => {
  const { form, app } = await withTotp(service);
  const browser = await halfway(service, form.username);
  const cookie = `second-factor=${browser.cookies.get('second-factor')}`;
  const [key, body] = [randomUUID(), { code: app() }];
  const send = async () =>
    (await service.api.attempt(factorCalls.finishSignIn, { body }, { key, headers: { cookie } })).status;
  replicaOff(-10);
  expect(await send()).toBe(200);
  vi.restoreAllMocks();
  expect(await send()).toBe(200);
});
