import { randomBytes, randomUUID } from 'node:crypto';
import { accountCalls, authCalls, userRegistered } from '@nightshelf/contracts';
import { type RunningService, startService } from '@nightshelf/platform';
import { ApiClient, checkKeys, nameOf, namesOfUnsafe, someIdentity, type UnsafeCall } from '@nightshelf/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfToken } from '../src/recovery/answer-reset-request.ts';
import { authService } from '../src/service.ts';
import { type IdentitySetting, startIdentitySetting } from './identity-setting.ts';
import { countUsers, form, join, logIn, password, tokenIn } from './people.ts';

let setting: IdentitySetting;
let second: RunningService;
beforeAll(async () => {
  setting = await startIdentitySetting({ ROLES: 'http' });
  second = await startService(authService, setting.service.env);
});
afterAll(async () => {
  await second.stop();
  await setting.stop();
});

const newPassword = 'Difference#2';
const passwords = (given = newPassword) => ({ password: given, confirm_password: given });
const registered = () => join(setting.service);

/** A link to set a new password, as it came by mail. */
async function resetLink() {
  const person = await registered();
  const token = randomBytes(32).toString('base64url');
  await setting.service.query(
    `insert into password_resets (token_hash, user_id, created_at, expires_at)
     values ($1, $2, now(), now() + interval '10 minutes')`,
    [hashOfToken(token), person.user.id],
  );
  return { person, token };
}

async function linked() {
  const person = await registered();
  const link = async () => {
    const id = randomUUID();
    await setting.service.query(
      `insert into identities (id, user_id, provider, issuer, subject, linked_at) values ($1, $2, 'demo', 'issuer', $3, now())`,
      [id, person.user.id, id],
    );
    return { params: { id } };
  };
  return { client: person.api, input: await link(), other: await link() };
}

/** A first sign-in that waits for its username. @returns the cookie that the browser holds */
async function pendingSignIn(): Promise<string> {
  const browser = setting.newBrowser();
  await browser.signInWith('demo', setting.newPerson().id);
  return browser.cookiesFor(new URL('https://games.example.org/'));
}

const someName = () => `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** Nobody signed in. */
const open = (input: object, other: object) => ({
  client: setting.service.api,
  input: { ...input },
  other: { ...other },
});

const unsafe: readonly UnsafeCall[] = [
  { call: authCalls.register, prepare: async () => open({ body: form() }, { body: form() }) },
  {
    call: authCalls.login,
    prepare: async () => {
      const [one, two] = [await registered(), await registered()];
      const body = ({ form: { username } }: typeof one) => ({ body: { username_or_email: username, password } });
      return open(body(one), body(two));
    },
    repeats: { tables: ['activity'] },
  },
  {
    call: authCalls.updateProfile,
    prepare: async () => ({
      client: (await registered()).api,
      input: { body: { privacy: 'private' } },
      other: { body: { privacy: 'public' } },
    }),
  },
  {
    call: authCalls.logout,
    prepare: async () => ({ client: setting.service.api.as(someIdentity()), input: {}, other: null }),
  },
  {
    call: accountCalls.beginIdentitySignIn,
    prepare: async () =>
      open({ params: { provider: 'demo' }, body: {} }, { params: { provider: 'demo' }, body: { return_to: '/users' } }),
    repeats: { fields: ['authorization_url'] },
  },
  {
    call: accountCalls.beginIdentityLink,
    prepare: async () => ({
      client: (await registered()).api,
      input: { params: { provider: 'demo' } },
      other: { params: { provider: 'other' } },
    }),
    repeats: { fields: ['authorization_url'] },
  },
  {
    call: accountCalls.completeIdentitySignIn,
    prepare: async () => ({
      ...open({ body: { username: someName() } }, { body: { username: someName() } }),
      headers: { cookie: await pendingSignIn() },
    }),
  },
  { call: accountCalls.unlinkIdentity, prepare: linked },
  {
    call: accountCalls.forgotPassword,
    prepare: async () => open({ body: { username_or_email: 'somebody' } }, { body: { username_or_email: 'another' } }),
  },
  {
    call: accountCalls.resetPassword,
    prepare: async () => {
      const { token } = await resetLink();
      return open({ body: { token, ...passwords() } }, { body: { token, ...passwords('Difference#3') } });
    },
  },
  {
    call: accountCalls.changePassword,
    prepare: async () => ({
      client: (await registered()).api,
      input: { body: { current_password: password, ...passwords() } },
      other: { body: { current_password: newPassword, ...passwords('Difference#3') } },
    }),
  },
  {
    call: accountCalls.endSession,
    prepare: async () => {
      const { api, form: given } = await registered();
      const another = async () => ({
        params: { id: (await logIn(setting.service.api, given.username)).sessionId },
      });
      return { client: api, input: await another(), other: await another() };
    },
  },
  {
    call: accountCalls.endOtherSessions,
    prepare: async () => {
      const { api, form: given } = await registered();
      await logIn(setting.service.api, given.username);
      return { client: api, input: {}, other: null };
    },
  },
];

test('every call that changes something is among these', () => {
  expect(unsafe.map(({ call }) => nameOf(call)).sort()).toEqual(namesOfUnsafe(authCalls, accountCalls));
});

test.each(unsafe.map((one) => [nameOf(one.call), one] as const))(
  '%s, sent again with its key, is answered as the first time and done once',
  (_, one) => checkKeys(setting.service, one),
);

describe('a registration that is sent again', () => {
  test('signs in again with another session, and no session is in what was kept', async () => {
    const [given, key] = [form(), randomUUID()];
    const answers = await Promise.all([
      setting.service.api.attempt(authCalls.register, { body: given }, { key }),
      new ApiClient(second.url).attempt(authCalls.register, { body: given }, { key }),
    ]);
    const tokens = answers.map(({ headers }) => tokenIn(headers));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(tokens[0]).toBeDefined();
    expect(tokens[1]).not.toBe(tokens[0]);
    const kept = JSON.stringify(await setting.service.query('select * from idempotency_keys where key = $1', [key]));
    for (const secret of [...tokens, password, given.username + password, '$argon2id']) {
      expect(kept).not.toContain(String(secret));
    }
  });

  test('ten times at once makes one account, whichever instance it meets', async () => {
    const [given, key, before] = [form(), randomUUID(), await countUsers(setting.service)];
    const clients = [setting.service.api, new ApiClient(second.url)] as const;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        clients[at % 2 ? 0 : 1].attempt(authCalls.register, { body: given }, { key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countUsers(setting.service)).toBe(before + 1);
    const events = await setting.service.recorded(userRegistered);
    expect(events.filter(({ data }) => data.username === given.username)).toHaveLength(1);
  });

  test('with another key is somebody who comes too late', async () => {
    const given = form();
    await setting.service.api.call(authCalls.register, { body: given }, { key: randomUUID() });
    const again = await setting.service.api.attempt(authCalls.register, { body: given }, { key: randomUUID() });
    expect([again.status, again.body.code]).toEqual([409, 'auth.already_registered']);
  });
});

test('a password that is changed five times at once with one key is changed once, and nothing counts as refused', async () => {
  const { api, user } = await registered();
  const key = randomUUID();
  const body = { current_password: password, ...passwords() };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.attempt(accountCalls.changePassword, { body }, { key })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  for (const { headers } of answers) expect(tokenIn(headers)).toBeDefined();
  const lines = await setting.service.query<{ kind: string }>('select kind from activity where user_id = $1', [
    user.id,
  ]);
  expect(lines.map(({ kind }) => kind).sort()).toEqual(['password_changed', 'registered']);
});

test('who holds the key of a first sign-in but not its browser is nobody', async () => {
  const [cookie, key, body] = [await pendingSignIn(), randomUUID(), { username: someName() }];
  const { api } = setting.service;
  await api.call(accountCalls.completeIdentitySignIn, { body }, { key, headers: { cookie } });
  for (const other of ['', await pendingSignIn()]) {
    const headers = { cookie: other };
    const answer = await api.attempt(accountCalls.completeIdentitySignIn, { body }, { key, headers });
    expect([answer.status, tokenIn(answer.headers)]).toEqual([422, undefined]);
  }
});
