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
import { appOf, FactorBrowser, halfway, person as newPerson, withPasskey, withTotp } from './factor-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { mailedLink, mailedReset } from './mailed-links.ts';
import {
  countUsers,
  form,
  join,
  kindsOf,
  logIn,
  newPassword,
  type Person,
  password,
  tokenIn,
  twice,
} from './people.ts';
import { startAuth, startReplica } from './setup.ts';

const setting = await startIdentitySetting({ ROLES: 'http', SMTP_URL: 'smtp://127.0.0.1:1' });
const second = await startReplica(setting.service);
const sessions = new SessionStore(setting.redis);

const registered = () => join(setting.service);

async function resetLink() {
  const person = await registered();
  return { person, token: await mailedReset(setting.service, person.user.id) };
}

const addressLink = (person: Person, kind: string) => mailedLink(setting.service, person, kind);

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

/** Starts a first sign-in that needs a username. @returns the browser's cookies */
async function pendingSignIn(): Promise<string> {
  const browser = setting.newBrowser();
  await browser.signInWith('demo', setting.newPerson().id);
  return browser.cookiesFor(new URL('https://games.example.org/'));
}
const close = (userId: string) => setting.service.query('update users set is_active = false where id = $1', [userId]);

const someName = () => `u${randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** Requests without a session. */
const open = (input: object, other: object) => ({
  client: setting.service.api,
  input: { ...input },
  other: { ...other },
});

const tokenForm = { name: 'Backup', scopes: ['library:read' as const], days: 30 as const };

/** Requests of a new user. */
const own =
  (input: object, other: object | null, newUser: () => Promise<{ api: ApiClient }> = registered) =>
  async () => ({ client: (await newUser()).api, input: { ...input }, other: other && { ...other } });

const cookieOf = ({ cookies }: FactorBrowser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});
const named = (name: string) => ({ body: { name } });

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
  { call: authCalls.updateProfile, prepare: own({ body: { privacy: 'private' } }, { body: { privacy: 'public' } }) },
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
    prepare: own(
      { params: { provider: 'demo' }, body: { password } },
      { params: { provider: 'other' }, body: { password } },
    ),
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
      return open({ body: { token, ...twice() } }, { body: { token, ...twice('Difference#3') } });
    },
  },
  {
    call: accountCalls.changePassword,
    prepare: own(
      { body: { current_password: password, ...twice() } },
      { body: { current_password: newPassword, ...twice('Difference#3') } },
    ),
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
  {
    call: accountCalls.lookAtReset,
    prepare: async () =>
      open({ body: { token: (await resetLink()).token } }, { body: { token: (await resetLink()).token } }),
  },
  { call: accountCalls.mailVerification, prepare: own({}, null) },
  {
    call: accountCalls.verifyEmail,
    prepare: async () => {
      const person = await registered();
      const link = async () => ({ body: { token: await addressLink(person, 'verify') } });
      return { client: person.api, input: await link(), other: await link() };
    },
  },
  {
    call: accountCalls.changeEmail,
    prepare: own(
      { body: { email: form().email, current_password: password } },
      { body: { email: form().email, current_password: password } },
    ),
  },
  {
    call: accountCalls.undoEmailChange,
    prepare: async () => {
      const person = await registered();
      const link = async () => ({ body: { token: await addressLink(person, 'undo') } });
      return open(await link(), await link());
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
    prepare: async () => {
      const { api } = await registered();
      const another = async () => ({
        params: { id: (await api.call(apiTokenCalls.createApiToken, { body: tokenForm })).token.id },
      });
      return { client: api, input: await another(), other: await another() };
    },
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
      const made = (name: string) => ({ body: { name, credential } });
      return { client: api, input: made('One'), other: made('Another'), headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.renamePasskey,
    prepare: async () => {
      const { api, passkey } = await withPasskey(service);
      const params = { id: passkey.id };
      return { client: api, input: { params, ...named('One') }, other: { params, ...named('Another') } };
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
    prepare: async () => ({
      client: service.api,
      input: { body: { purpose: 'sign-in' } },
      other: null,
    }),
    repeats: { fields: ['options'] },
  },
  {
    call: factorCalls.signInWithPasskey,
    prepare: async () => {
      const { key } = await withPasskey(service);
      const browser = new FactorBrowser(service);
      const options = await browser.challenge('sign-in');
      const answer = () => ({ body: { assertion: key.get(options) } });
      return { client: service.api, input: answer(), other: answer(), headers: cookieOf(browser) };
    },
  },
  {
    call: factorCalls.finishSignIn,
    prepare: async () => {
      const { form, app } = await withTotp(service);
      const browser = await halfway(service, form.username);
      const bodies = [app(), '000000'].map((code) => ({ body: { code } }));
      return { client: service.api, input: bodies[0] ?? {}, other: bodies[1] ?? {}, headers: cookieOf(browser) };
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
    ['closed', async ({ user }: Person) => close(user.id)],
    [
      'given another password',
      async ({ api }: Person) => {
        const body = { current_password: password, ...twice() };
        await api.call(accountCalls.changePassword, { body });
      },
    ],
  ])('returns 401 once the account was %s', async (_, change) => {
    const [given, key] = [form(), randomUUID()];
    const person = await join(setting.service, given, { key });
    await change(person);
    const again = await setting.service.api.attempt(authCalls.register, { body: given }, { key });
    expect([again.status, again.body.code, tokenIn(again.headers)]).toEqual([
      401,
      'auth.invalid_credentials',
      undefined,
    ]);
  });

  test('returns 409 with a different key', async () => {
    const given = form();
    await setting.service.api.call(authCalls.register, { body: given }, { key: randomUUID() });
    const again = await setting.service.api.attempt(authCalls.register, { body: given }, { key: randomUUID() });
    expect([again.status, again.body.code]).toEqual([409, 'auth.already_registered']);
  });
});

test('changes the password once for five concurrent requests with one key and records no refusal', async () => {
  const { api, user } = await registered();
  const key = randomUUID();
  const body = { current_password: password, ...twice() };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.attempt(accountCalls.changePassword, { body }, { key })),
  );
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
  const body = { current_password: password, ...twice() };
  const answer = await api.attempt(accountCalls.changePassword, { body }, { key: randomUUID() });
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
    return { userId, send, identity: { userId, username, sessionId: sessionIdOf(tokenIn(first.headers) ?? '') } };
  }

  test('starts no session once the account is closed', async () => {
    const { userId, send } = await firstSignIn();
    await close(userId);
    const again = await send();
    expect([again.status, again.body.code]).toEqual([404, 'auth.no_pending_identity']);
  });

  test('does not bypass a second factor added since', async () => {
    const { send, identity } = await firstSignIn();
    const owner = new FactorBrowser(setting.service, identity);
    const { secret } = await owner.call(factorCalls.beginTotp);
    await owner.call(factorCalls.confirmTotp, { body: { code: appOf(secret)() } });
    await owner.call(accountCalls.endOtherSessions);
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
