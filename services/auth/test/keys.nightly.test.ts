import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as apiTokenCalls from '@nightshelf/contracts/calls/api-tokens.ts';
import * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { SessionStore, sessionIdOf } from '@nightshelf/platform/sessions/session-store.ts';
import { type ApiClient, checkKeys, nameOf, namesOfUnsafe, someIdentity, type UnsafeCall } from '@nightshelf/testing';
import { describe, expect, test } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { addApp, appOf, FactorBrowser, halfway, person as newPerson, withPasskey, withTotp } from './factor-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { mailedLink, mailedReset } from './mailed-links.ts';
import {
  close,
  countUsers,
  form,
  join,
  kindsOf,
  logIn,
  newPassword,
  outcomeOf,
  type Person,
  password,
  passwordChange,
  tokenIn,
  twice,
} from './people.ts';
import { startAuth, startReplica } from './setup.ts';

const setting = await startIdentitySetting({ ROLES: 'http', SMTP_URL: 'smtp://127.0.0.1:1' });
const second = await startReplica(setting.service);
const sessions = new SessionStore(setting.redis);

const registered = () => join(setting.service);

const resetToken = async () => mailedReset(setting.service, (await registered()).user.id);

/** Starts a first sign-in that needs a username. @returns the browser's cookies */
async function pendingSignIn(): Promise<string> {
  const browser = setting.newBrowser();
  await browser.signInWith('demo', setting.newPerson().id);
  return browser.cookiesFor(new URL('https://games.example.org/'));
}

const someName = () => form().username;

type Input = Readonly<Record<string, unknown>>;

/** Two requests with different content, by default without a session. */
const two = async (make: () => Input | Promise<Input>, client = setting.service.api) => ({
  client,
  input: await make(),
  other: await make(),
});

/** Two requests with different content by a new user. */
const twoBy = (make: (person: Person) => Input | Promise<Input>) => async () => {
  const person = await registered();
  return two(() => make(person), person.api);
};

const tokenForm = { name: 'Backup', scopes: ['library:read' as const], days: 30 as const };

/** Requests of a new user. */
const own =
  (input: Input, other: Input | null, newUser: () => Promise<{ api: ApiClient }> = registered) =>
  async () => ({ client: (await newUser()).api, input, other });

const cookieOf = ({ cookies }: FactorBrowser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

const unsafe: readonly UnsafeCall[] = [
  { call: authCalls.register, prepare: () => two(() => ({ body: form() })) },
  {
    call: authCalls.login,
    prepare: () => two(async () => ({ body: { username_or_email: (await registered()).form.username, password } })),
    repeats: { tables: ['activity'] },
  },
  { call: authCalls.updateProfile, prepare: own({ body: { privacy: 'private' } }, { body: { privacy: 'public' } }) },
  {
    call: authCalls.logout,
    prepare: async () => ({ client: setting.service.api.as(someIdentity()), input: {}, other: null }),
  },
  {
    call: accountCalls.beginIdentitySignIn,
    prepare: () => two(() => ({ params: { provider: 'demo' }, body: { return_to: `/users/${randomUUID()}` } })),
    repeats: { fields: ['authorization_url'] },
  },
  {
    call: accountCalls.beginIdentityLink,
    prepare: own(
      { params: { provider: 'demo' }, body: { password } },
      { params: { provider: 'other' }, body: { password } },
    ),
    repeats: { fields: ['authorization_url'] },
  },
  {
    call: accountCalls.completeIdentitySignIn,
    prepare: async () => ({
      ...(await two(() => ({ body: { username: someName() } }))),
      headers: { cookie: await pendingSignIn() },
    }),
  },
  {
    call: accountCalls.unlinkIdentity,
    prepare: twoBy(async ({ user }) => {
      const id = randomUUID();
      await setting.service.query(
        `insert into identities (id, user_id, provider, issuer, subject, linked_at)
         values ($1, $2, 'demo', 'issuer', $3, now())`,
        [id, user.id, id],
      );
      return { params: { id } };
    }),
  },
  { call: accountCalls.forgotPassword, prepare: () => two(() => ({ body: { username_or_email: someName() } })) },
  {
    call: accountCalls.resetPassword,
    prepare: async () => {
      const token = await resetToken();
      const input = { body: { token, ...twice() } };
      return { client: setting.service.api, input, other: { body: { token, ...twice('Difference#3') } } };
    },
  },
  {
    call: accountCalls.changePassword,
    prepare: own({ body: passwordChange }, { body: { current_password: newPassword, ...twice('Difference#3') } }),
  },
  {
    call: accountCalls.endSession,
    prepare: twoBy(async (person) => ({
      params: { id: (await logIn(setting.service.api, person.form.username)).sessionId },
    })),
  },
  {
    call: accountCalls.endOtherSessions,
    prepare: async () => {
      const { api, form: given } = await registered();
      await logIn(setting.service.api, given.username);
      return { client: api, input: {}, other: null };
    },
  },
  { call: accountCalls.lookAtReset, prepare: () => two(async () => ({ body: { token: await resetToken() } })) },
  { call: accountCalls.mailVerification, prepare: own({}, null) },
  {
    call: accountCalls.verifyEmail,
    prepare: twoBy(async (person) => ({ body: { token: await mailedLink(setting.service, person, 'verify') } })),
  },
  {
    call: accountCalls.changeEmail,
    prepare: twoBy(() => ({ body: { email: form().email, current_password: password } })),
  },
  {
    call: accountCalls.undoEmailChange,
    prepare: async () => {
      const person = await registered();
      return two(async () => ({ body: { token: await mailedLink(setting.service, person, 'undo') } }));
    },
  },
  { call: archiveCalls.requestArchive, prepare: own({}, null) },
  {
    call: apiTokenCalls.createApiToken,
    prepare: own({ body: tokenForm }, { body: { ...tokenForm, days: 90 } }),
    repeats: { tables: ['api_tokens'], fields: ['secret'] },
  },
  {
    call: apiTokenCalls.revokeApiToken,
    prepare: twoBy(async ({ api }) => ({
      params: { id: (await api.call(apiTokenCalls.createApiToken, { body: tokenForm })).token.id },
    })),
  },
];

// Passkeys need the public origin of the software authenticator.
const service = await startAuth({ ROLES: 'http' });
const user = () => newPerson(service);

const unsafeFactors: readonly UnsafeCall[] = [
  { call: factorCalls.stepUp, prepare: own({ body: { password } }, { body: { password: 'Difference#2' } }, user) },
  {
    call: factorCalls.beginTotp,
    prepare: own({}, null, user),
    repeats: { tables: ['totp'], fields: ['secret', 'uri'] },
  },
  {
    call: factorCalls.confirmTotp,
    prepare: async () => {
      const { api, browser } = await user();
      const { secret } = await browser.call(factorCalls.beginTotp);
      return { client: api, input: { body: { code: appOf(secret)() } }, other: { body: { code: '000000' } } };
    },
  },
  { call: factorCalls.removeTotp, prepare: own({}, null, () => withTotp(service)) },
  {
    call: factorCalls.makeRecoveryCodes,
    prepare: own({}, null, () => withTotp(service)),
    repeats: { tables: ['recovery_codes', 'activity'], fields: ['recovery_codes'] },
  },
  { call: factorCalls.beginPasskey, prepare: own({}, null, user), repeats: { fields: ['options'] } },
  {
    call: factorCalls.addPasskey,
    prepare: async () => {
      const { api, browser } = await user();
      const { options } = await browser.call(factorCalls.beginPasskey);
      const credential = new Authenticator().create(options as never);
      const made = await two(() => ({ body: { name: randomUUID(), credential } }), api);
      return { ...made, headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.renamePasskey,
    prepare: async () => {
      const { api, passkey } = await withPasskey(service);
      return two(() => ({ params: { id: passkey.id }, body: { name: randomUUID() } }), api);
    },
  },
  {
    call: factorCalls.removePasskey,
    prepare: async () => {
      const { api, passkey } = await withPasskey(service);
      return { client: api, input: { params: { id: passkey.id } }, other: null };
    },
  },
  {
    call: factorCalls.challengePasskey,
    prepare: async () => ({ client: service.api, input: { body: { purpose: 'sign-in' } }, other: null }),
    repeats: { fields: ['options'] },
  },
  {
    call: factorCalls.signInWithPasskey,
    prepare: async () => {
      const { key } = await withPasskey(service);
      const browser = new FactorBrowser(service);
      const options = await browser.challenge('sign-in');
      const made = await two(() => ({ body: { assertion: key.get(options) } }), service.api);
      return { ...made, headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.finishSignIn,
    prepare: async () => {
      const { form, app } = await withTotp(service);
      const browser = await halfway(service, form.username);
      const [input, other] = [{ body: { code: app() } }, { body: { code: '000000' } }];
      return { client: service.api, input, other, headers: cookieOf(browser) };
    },
  },
];

test('covers every unsafe call', () => {
  const groups = [authCalls, accountCalls, apiTokenCalls, archiveCalls, factorCalls];
  expect([...unsafe, ...unsafeFactors].map(({ call }) => nameOf(call)).sort()).toEqual(namesOfUnsafe(...groups));
});

test.each(
  [...unsafe, ...unsafeFactors].map(
    (one) => [nameOf(one.call), unsafe.includes(one) ? setting.service : service, one] as const,
  ),
)('returns the first response to a repeated %s and runs it once', (_, at, one) => checkKeys(at, one));

describe('a repeated registration', () => {
  test('starts another session and stores no secret with the key', async () => {
    const [given, key] = [form(), randomUUID()];
    const answers = await Promise.all([
      setting.service.api.attempt(authCalls.register, { body: given }, { key }),
      second.api.attempt(authCalls.register, { body: given }, { key }),
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

  test('creates one account for ten concurrent requests to two instances', async () => {
    const [given, key, before] = [form(), randomUUID(), await countUsers(setting.service)];
    const clients = [setting.service.api, second.api] as const;
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

  test.each([
    ['closed', ({ user }: Person) => close(setting.service, user.id)],
    ['given another password', ({ api }: Person) => api.call(accountCalls.changePassword, { body: passwordChange })],
  ])('returns 401 once the account was %s', async (_, change) => {
    const [given, key] = [form(), randomUUID()];
    const person = await join(setting.service, given, { key });
    await change(person);
    const again = await setting.service.api.attempt(authCalls.register, { body: given }, { key });
    expect(outcomeOf(again)).toEqual([401, 'auth.invalid_credentials']);
    expect(tokenIn(again.headers)).toBeUndefined();
  });

  test('returns 409 with a different key', async () => {
    const given = form();
    await setting.service.api.call(authCalls.register, { body: given }, { key: randomUUID() });
    const again = await setting.service.api.attempt(authCalls.register, { body: given }, { key: randomUUID() });
    expect(outcomeOf(again)).toEqual([409, 'auth.already_registered']);
  });
});

test('changes the password once for five concurrent requests with one key and records no refusal', async () => {
  const { api, user } = await registered();
  const key = randomUUID();
  const change = () => api.attempt(accountCalls.changePassword, { body: passwordChange }, { key });
  const answers = await Promise.all(Array.from({ length: 5 }, change));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  for (const { headers } of answers) expect(tokenIn(headers)).toBeDefined();
  expect((await kindsOf(setting.service, user.id)).sort()).toEqual(['password_changed', 'registered']);
});

test('keeps the session when a password change cannot be stored', async () => {
  const { api, token } = await registered();
  const { service } = setting;
  await service.query(`create function refuse_commit() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`);
  await service.query(`create constraint trigger refuse_commit after update on users deferrable initially deferred
    for each row execute function refuse_commit()`);
  const answer = await api.attempt(accountCalls.changePassword, { body: passwordChange }, { key: randomUUID() });
  await service.query('drop function refuse_commit cascade');
  expect(answer.status).toBe(500);
  expect(await sessions.find(token)).not.toBeNull();
});

describe('a repeated first sign-in', () => {
  /** Completes a first sign-in with a provider and returns a function that repeats the request. */
  async function firstSignIn() {
    const [cookie, key, body] = [await pendingSignIn(), randomUUID(), { username: someName() }];
    const send = () =>
      setting.service.api.attempt(accountCalls.completeIdentitySignIn, { body }, { key, headers: { cookie } });
    const first = await send();
    expect(first.status).toBe(201);
    const { id: userId, username } = first.body.user;
    const sessionId = sessionIdOf(tokenIn(first.headers) ?? '');
    return { userId, send, api: setting.service.api.as({ userId, username, sessionId }) };
  }

  test('starts no session once the account is closed', async () => {
    const { userId, send } = await firstSignIn();
    await close(setting.service, userId);
    expect(outcomeOf(await send())).toEqual([404, 'auth.no_pending_identity']);
  });

  test('does not bypass a second factor added since', async () => {
    const { send, api } = await firstSignIn();
    await addApp(api);
    await api.call(accountCalls.endOtherSessions, {});
    expect(tokenIn((await send()).headers)).toBeUndefined();
  });

  test('does not open an account that was recovered by mail hours later', async () => {
    const { userId, send } = await firstSignIn();
    const token = await mailedReset(setting.service, userId);
    const [link] = await setting.service.query<{ id: string }>('select id from identities where user_id = $1', [
      userId,
    ]);
    await setting.service.api.call(accountCalls.resetPassword, {
      body: { token, ...twice(), unlink: [link?.id ?? ''] },
    });
    await setting.service.query(`update idempotency_keys set noted_at = noted_at - interval '20 hours'`);
    expect(tokenIn((await send()).headers)).toBeUndefined();
  });
});

test('refuses the key of a first sign-in from another browser', async () => {
  const [cookie, key, body] = [await pendingSignIn(), randomUUID(), { username: someName() }];
  const { api } = setting.service;
  await api.call(accountCalls.completeIdentitySignIn, { body }, { key, headers: { cookie } });
  for (const other of ['', await pendingSignIn()]) {
    const headers = { cookie: other };
    const answer = await api.attempt(accountCalls.completeIdentitySignIn, { body }, { key, headers });
    expect([answer.status, tokenIn(answer.headers)]).toEqual([422, undefined]);
  }
});
