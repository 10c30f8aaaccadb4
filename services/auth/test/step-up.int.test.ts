import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { someIdentity, until } from '@nightshelf/testing';
import { expect, test } from 'vitest';
import { ClientAt, join, kindsOf, logIn, outcomeOf, type Person, password } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const { stepUp } = factorCalls;
const { unlinkIdentity } = accountCalls;

const service = await startAuth();
const { redis } = redisOf(service);

/** Moves the session's last proof ten minutes and a second into the past. */
async function growOld(sessionId: string): Promise<void> {
  const [now] = await redis.time();
  await redis.hset(`session:${sessionId}`, 'proved', Number(now) - 601);
}

/** Calls an endpoint that requires a step-up; it returns 404 once allowed, because the link does not exist. */
async function ask({ api }: Pick<Person, 'api'>) {
  return outcomeOf(await api.attempt(unlinkIdentity, { params: { id: randomUUID() } }));
}
const needed = [403, 'auth.step_up_required'];
const passed = [404, 'auth.identity_not_found'];
const confirm = ({ api }: Pick<Person, 'api'>, given = password, key?: string) =>
  api.attempt(stepUp, { body: { password: given } }, key ? { key } : {});

test('allows a recent sign-in and requires a step-up ten minutes later', async () => {
  const person = await join(service);
  expect(await ask(person)).toEqual(passed);
  await growOld(person.identity.sessionId);
  const { status, body } = await person.api.attempt(unlinkIdentity, { params: { id: randomUUID() } });
  expect([status, body]).toMatchObject([
    403,
    { message: 'Please confirm your identity.', code: 'auth.step_up_required', methods: ['password'] },
  ]);
});

test('confirms with the password for the current session only', async () => {
  const person = await join(service);
  const elsewhere = { api: service.api.as(await logIn(service.api, person.form.username)) };
  for (const { identity } of [person.api, elsewhere.api]) await growOld(identity?.sessionId ?? '');
  expect((await confirm(person)).status).toBe(200);
  expect([await ask(person), await ask(elsewhere)]).toEqual([passed, needed]);
});

test('refuses a wrong password and records it', async () => {
  const person = await join(service);
  await growOld(person.identity.sessionId);
  const { status, body } = await confirm(person, 'Another#Password1');
  expect([status, body.errors]).toEqual([422, { password: ['Current password is wrong'] }]);
  expect(await ask(person)).toEqual(needed);
  await until('the refusal is noted', async () => (await kindsOf(service, person.user.id)).includes('step_up_refused'));
});

test('requires a step-up of sessions without a recorded proof', async () => {
  const person = await join(service);
  await redis.hdel(`session:${person.identity.sessionId}`, 'proved');
  expect(await ask(person)).toEqual(needed);
});

test('limits password guessing', async () => {
  const { identity } = await join(service);
  const api = new ClientAt(service.url, { address: '192.0.2.44', identity });
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => api.attempt(stepUp, { body: { password: 'Another#Password1' } })),
  );
  const count = (wanted: number) => guesses.filter(({ status }) => status === wanted).length;
  // Five are free; on a slow machine the wait may end in time for one or a few more.
  expect(count(422)).toBeLessThan(9);
  expect(count(422) + count(429)).toBe(20);
});

test("refuses ended, made-up and other users' sessions", async () => {
  const [ada, eve] = [await join(service), await join(service)];
  await growOld(ada.identity.sessionId);
  const disguised = { api: service.api.as({ ...eve.identity, sessionId: ada.identity.sessionId }) };
  expect((await confirm(disguised)).status).toBe(401);
  expect(await ask(ada)).toEqual(needed);
  expect((await service.api.as(someIdentity()).attempt(stepUp, { body: { password } })).status).toBe(401);
  await redis.del(`session:${eve.identity.sessionId}`);
  expect((await confirm(eve)).status).toBe(401);
  expect(await redis.exists(`session:${eve.identity.sessionId}`)).toBe(0);
});

test('does not extend the confirmation when the request is repeated', async () => {
  const [person, key] = [await join(service), randomUUID()];
  expect((await confirm(person, password, key)).status).toBe(200);
  await growOld(person.identity.sessionId);
  expect((await confirm(person, password, key)).status).toBe(200);
  expect(await ask(person)).toEqual(needed);
});

test('documents which calls require a step-up', async () => {
  const { body } = await service.api.send<{
    paths: Record<string, Record<string, { 'x-step-up'?: boolean; description?: string; responses: object }>>;
  }>('GET', '/api/docs/auth.json');
  const unlink = body.paths['/api/auth/identities/{id}']?.delete;
  expect(unlink?.['x-step-up']).toBe(true);
  expect(unlink?.description).toContain('POST /api/auth/step-up');
  expect(Object.keys(unlink?.responses ?? {})).toContain('403');
  expect(body.paths['/api/auth/profile']?.get?.['x-step-up']).toBeUndefined();
});
