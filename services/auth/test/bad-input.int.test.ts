import type { Failure } from '@nightshelf/contracts/answer.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { countUsers, form, join, outcomeOf, password, tryLogIn } from './people.ts';
import { startAuth } from './setup.ts';

const service = await startAuth();
const person = await join(service);

const paths = [
  ['POST', '/api/auth/register'],
  ['POST', '/api/auth/login'],
  ['PATCH', '/api/auth/profile'],
  ['POST', '/api/auth/forgot-password'],
  ['POST', '/api/auth/reset-password'],
  ['POST', '/api/auth/change-password'],
  ['POST', '/api/auth/pending-identity'],
] as const;

const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  person.api.send<Failure>(method, path, { body, headers });

let stored = 0;

beforeEach(async () => {
  stored = await countUsers(service);
});

const expectNothingStored = async () => {
  expect(await countUsers(service)).toBe(stored);
  expect(await service.recorded(userRegistered)).toHaveLength(stored);
};

describe.each(paths)('%s %s', (method, path) => {
  test.each([
    ['malformed JSON', '{"username":', 400],
    ['an empty body', '', 422],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['a text', '"text"', 422],
    ['an empty object', '{}', 422],
  ])('refuses %s', async (_, body, status) => {
    const answered = await send(method, path, body);
    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject({ success: false, request_id: expect.any(String), code: expect.any(String) });
    await expectNothingStored();
  });

  test('refuses other media types and bodies of two megabytes', async () => {
    expect((await send(method, path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await send(method, path, JSON.stringify({ username: 'x'.repeat(2 * 1024 * 1024) }))).status).toBe(413);
    await expectNothingStored();
  });
});

describe('registering', () => {
  test.each([
    [{ username: 7 }, 'username', 'Username is required'],
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'a'.repeat(21) }, 'username', 'Username must be less than 20 characters'],
    [{ username: 'ada lovelace' }, 'username', 'Username can only contain letters, numbers, and underscores'],
    [{ username: 'ada\u0000x' }, 'username', 'Username can only contain letters, numbers, and underscores'],
    [{ username: "ada'--" }, 'username', 'Username can only contain letters, numbers, and underscores'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ email: 'a\u0000b@example.org' }, 'email', 'Invalid email address'],
    [{ email: ['a@example.org'] }, 'email', 'Email is required'],
    [{ password: 'short', confirm_password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'a'.repeat(300) }, 'password', 'Password must be at most 256 characters'],
    [{ confirm_password: 'Different#1' }, 'confirm_password', 'Passwords must match'],
    [{ first_name: 'a'.repeat(51) }, 'first_name', 'First name must be less than 50 characters'],
    [{ last_name: 'L\u0000' }, 'last_name', 'Must not contain NUL characters'],
    [{ first_name: { $gt: '' } }, 'first_name', undefined],
    [{ form_timestamp: 'yesterday' }, 'form_timestamp', undefined],
    [{ form_timestamp: 1e300 }, 'form_timestamp', undefined],
  ])('refuses a registration with %j on the field', async (change, field, message) => {
    const { status, body } = await service.api.attempt(authCalls.register, { body: form(change) });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
    if (message) expect(body.errors?.[field]).toContain(message);
    await expectNothingStored();
  });

  test('drops unknown fields', async () => {
    const given = form({ id: person.user.id, is_active: false, privacy: 'private', version: 9, role: 'admin' });
    const { user } = await service.api.call(authCalls.register, { body: given });
    expect(user.id).not.toBe(person.user.id);
    expect(user).toMatchObject({ is_active: true, privacy: 'public' });
    expect(user).not.toHaveProperty('role');
  });
});

describe('signing in', () => {
  test.each([
    [{ username_or_email: '' }, 'username_or_email', 'Username or email is required'],
    [{ username_or_email: 'ab' }, 'username_or_email', 'Must be at least 3 characters'],
    [{ username_or_email: 'ada\u0000' }, 'username_or_email', 'Must not contain NUL characters'],
    [{ username_or_email: { $ne: null } }, 'username_or_email', 'Username or email is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'short' }, 'password', 'Password must be at least 8 characters'],
    [{ password: 'a'.repeat(257) }, 'password', 'Password must be at most 256 characters'],
  ])('refuses a sign-in with %j on the field', async (change, field, message) => {
    const body = { username_or_email: person.user.username, password, ...change };
    const answered = await service.api.attempt(authCalls.login, { body });
    expect(answered.status).toBe(422);
    expect(answered.body.errors?.[field]?.[0]).toBe(message);
  });

  test.each(["' or 1=1 --", '%%%', '___', 'a@b', '\\\\\\', '🎮🎮🎮'])('finds no user named %j', async (name) => {
    expect(outcomeOf(await tryLogIn(service.api, name))).toEqual([401, 'auth.invalid_credentials']);
  });
});

test('refuses invalid preferences and changes nothing', async () => {
  for (const body of [{ privacy: 'secret' }, { privacy: true }, { privacy: null }, { first_name: 'Ada' }]) {
    const answered = await person.api.attempt(authCalls.updateProfile, { body });
    expect(answered.status).toBe(422);
    expect(answered.body.errors).toHaveProperty('privacy');
  }
  expect((await person.api.call(authCalls.getProfile, {})).user).toEqual(person.user);
});

test('refuses anonymous callers before parsing the body', async () => {
  expect((await service.api.send('GET', '/api/auth/profile')).status).toBe(401);
  expect((await service.api.send('PATCH', '/api/auth/profile', { body: '{"broken' })).status).toBe(401);
  expect((await service.api.send('DELETE', '/api/auth/profile')).status).toBe(404);
});
