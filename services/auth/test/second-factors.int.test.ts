import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { until } from '@nightshelf/testing';
import { describe, expect, test } from 'vitest';
import {
  addApp,
  addPasskey,
  appOf,
  FactorBrowser,
  forgetCode,
  halfway,
  person,
  withPasskey,
  withTotp,
} from './factor-browser.ts';
import { join, kindsOf, newPassword, password, passwordChange, tokenIn } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const { listSecondFactors, beginTotp, confirmTotp, removeTotp, makeRecoveryCodes, getSecondStep, stepUp } = factorCalls;

const service = await startAuth({ SMTP_URL: 'smtp://127.0.0.1:9', ROLES: 'http' });
const { redis } = redisOf(service);

const forgetAttempts = async () => {
  for (const key of await redis.keys('failure*')) await redis.del(key);
};

/** Makes the wait after the next wrong code last minutes, so that slow responses cannot outlast it. */
const lengthenNextWait = async () => {
  for (const key of await redis.keys('failure-waits:*')) await redis.del(key);
  for (const key of await redis.keys('failures:*')) await redis.set(key, 12, 'KEEPTTL');
};

test('adds an app with an encrypted secret, requires its code at sign-in and removes it', async () => {
  const { browser, user, form, secret, app } = await withTotp(service);
  for (const table of ['totp', 'idempotency_keys']) {
    expect(JSON.stringify(await service.query(`select * from ${table}`))).not.toContain(secret);
  }
  expect(await browser.call(listSecondFactors)).toMatchObject({ has_totp: true, passkeys: [], recovery_codes_left: 0 });
  const other = new FactorBrowser(service);
  const first = await other.logIn(form.username);
  expect([first.status, first.body]).toMatchObject([401, { code: 'auth.second_factor_required', methods: ['totp'] }]);
  expect(other.isSignedIn).toBe(false);
  expect(await other.call(getSecondStep)).toMatchObject({ methods: ['totp'], return_to: '/' });
  const second = await other.finish({ code: app().replace(/(...)/, '$1 ') });
  expect([second.status, second.body]).toMatchObject([
    200,
    { user: { id: user.id }, message: `Welcome back, ${form.username}!` },
  ]);
  expect(other.isSignedIn).toBe(true);
  expect(other.cookies.has('second-factor')).toBe(false);
  await browser.call(removeTotp);
  expect((await new FactorBrowser(service).logIn(form.username)).status).toBe(200);
  expect(await kindsOf(service, user.id)).toEqual(expect.arrayContaining(['totp_added', 'signed_in', 'totp_removed']));
  const mails = await service.query<{ payload: object }>(
    `select payload from mails where user_id = $1 and payload ->> 'kind' = 'factor' order by id`,
    [user.id],
  );
  expect(mails.map(({ payload }) => payload)).toMatchObject([{ change: 'added' }, { change: 'removed' }]);
});

test('refuses a wrong code and a second app', async () => {
  const { browser } = await person(service);
  const { secret } = await browser.call(beginTotp);
  const wrong = await browser.attempt(confirmTotp, { body: { code: appOf(secret)(5) } });
  expect([wrong.status, wrong.body.code]).toEqual([422, 'auth.wrong_code']);
  expect(await browser.call(listSecondFactors)).toMatchObject({ has_totp: false });
  await browser.call(confirmTotp, { body: { code: appOf(secret)() } });
  expect((await browser.attempt(beginTotp, {})).status).toBe(409);
});

test('accepts each code once, even with concurrent requests', async () => {
  const { form, app } = await withTotp(service);
  const browsers = await Promise.all(Array.from({ length: 5 }, () => halfway(service, form.username)));
  const code = app();
  const answers = await Promise.all(browsers.map((browser) => browser.finish({ code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  // The number counted as wrong guesses depends on the order of the concurrent requests.
  await forgetAttempts();
  const late = await halfway(service, form.username);
  expect((await late.finish({ code })).status).toBe(422);
  expect((await late.finish({ code: app(-1) })).status).toBe(422);
});

test('limits wrong codes across addresses and records them', async () => {
  const { form, user, app } = await withTotp(service);
  const browser = await halfway(service, form.username);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      browser.finish({ code: String(at).padStart(6, '0') }, { headers: { 'x-client-address': `192.0.2.${at}` } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(answers.every(({ status }) => status === 422 || status === 429)).toBe(true);
  await lengthenNextWait();
  expect((await browser.finish({ code: '000020' })).status).toBe(422);
  expect((await browser.finish({ code: app() })).status).toBe(429);
  await until('the refusal is noted', async () => (await kindsOf(service, user.id)).includes('second_factor_refused'));
});

describe('a stranger who knows the password and guesses codes', () => {
  /** Sets up a user with an app and recovery codes after a stranger has tried many codes. */
  async function attacked(before: (owner: Owner) => Promise<unknown> = async () => undefined) {
    const owner = await withTotp(service);
    const { recovery_codes: codes } = await owner.browser.call(makeRecoveryCodes);
    await before(owner);
    const stranger = await halfway(service, owner.form.username);
    expect((await stranger.finish({ code: '000000' })).status).toBe(422);
    await lengthenNextWait();
    expect((await stranger.finish({ code: '000000' })).status).toBe(422);
    expect((await stranger.finish({ code: '000000' })).status).toBe(429);
    return { ...owner, codes };
  }
  type Owner = Awaited<ReturnType<typeof withTotp>>;

  test("does not prevent the owner's step-up in an open session", async () => {
    const { browser, app } = await attacked();
    expect((await browser.attempt(stepUp, { body: { code: app() } })).status).toBe(200);
  });

  test('does not prevent the owner from using a recovery code', async () => {
    const { browser, form, codes } = await attacked();
    expect((await browser.attempt(stepUp, { body: { recovery_code: codes[0] } })).status).toBe(200);
    const elsewhere = await halfway(service, form.username);
    expect((await elsewhere.finish({ recovery_code: codes[1] })).status).toBe(200);
  });

  test('does not prevent the owner from signing in with a known browser', async () => {
    const known = new FactorBrowser(service);
    const { form, user, app } = await attacked(async (owner) => {
      await known.logIn(owner.form.username);
      expect((await known.finish({ code: owner.app() })).status).toBe(200);
      await forgetCode(service, owner.user.id);
    });
    const unknown = await halfway(service, form.username);
    expect((await unknown.finish({ code: app() })).status).toBe(429);
    await known.logIn(form.username);
    expect((await known.finish({ code: app() })).status).toBe(200);
    expect(await kindsOf(service, user.id)).toContain('signed_in');
  });

  test('cannot guess without limit in a session', async () => {
    const { browser } = await withTotp(service);
    const statuses = [];
    for (let at = 0; at < 7; at += 1) {
      statuses.push((await browser.attempt(stepUp, { body: { code: '000000' } })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

test('binds a pending second step to its browser, password and five minutes', async () => {
  const { form, browser, app } = await withTotp(service);
  const other = await halfway(service, form.username);
  const stranger = new FactorBrowser(service);
  expect((await stranger.finish({ code: app() })).status).toBe(404);
  await browser.call(accountCalls.changePassword, { body: passwordChange });
  expect((await other.finish({ code: app() })).body.code).toBe('auth.no_second_step');
  await other.logIn(form.username, newPassword);
  const [key = ''] = await redis.keys('second-factor:*');
  expect(await redis.ttl(key)).toBeLessThanOrEqual(300);
  await redis.flushdb();
  expect((await other.finish({ code: app() })).status).toBe(404);
});

describe('a repeated sign-in', () => {
  /** Completes a second step and returns a function that repeats the request. @returns its status */
  async function secondStep({ form, app }: Awaited<ReturnType<typeof withTotp>>) {
    const { cookies } = await halfway(service, form.username);
    const [key, body] = [randomUUID(), { code: app() }];
    const send = async (cookie = cookies.get('second-factor')) => {
      const headers = { cookie: `second-factor=${cookie}` };
      return (await service.api.attempt(factorCalls.finishSignIn, { body }, { key, headers })).status;
    };
    expect(await send()).toBe(200);
    return send;
  }

  test('starts a new session for the browser of the second step only', async () => {
    const again = await secondStep(await withTotp(service));
    expect([await again(), await again('x'.repeat(43))]).toEqual([200, 422]);
  });

  test.each([
    ['the password was changed', accountCalls.changePassword, { body: passwordChange }],
    ['the user signed out everywhere', accountCalls.endOtherSessions, {}],
  ] as const)('is rejected after %s', async (_, call, input) => {
    const owner = await withTotp(service);
    const again = await secondStep(owner);
    await owner.browser.call(call, input);
    expect(await again()).toBe(404);
  });

  test('is rejected after its passkey was removed', async () => {
    const owner = await withPasskey(service);
    await addPasskey(owner, 'Phone');
    const browser = new FactorBrowser(service);
    const body = { assertion: owner.key.get(await browser.challenge('sign-in')) };
    const options = {
      key: randomUUID(),
      headers: { cookie: `passkey-sign-in=${browser.cookies.get('passkey-sign-in')}` },
    };
    const send = async () => (await service.api.attempt(factorCalls.signInWithPasskey, { body }, options)).status;
    expect([await send(), await send()]).toEqual([200, 200]);
    await owner.browser.attempt(factorCalls.removePasskey, { params: { id: owner.passkey.id } });
    await owner.browser.call(accountCalls.endOtherSessions);
    expect(await send()).toBe(401);
  });

  test('does not bypass a second factor added since the registration', async () => {
    const key = randomUUID();
    const owner = await join(service, {}, { key });
    await addApp(owner.api);
    const again = await service.api.attempt(authCalls.register, { body: owner.form }, { key });
    expect(tokenIn(again.headers)).toBeUndefined();
  });
});

test('shows recovery codes once, accepts each once and replaces them together', async () => {
  const { form, browser, user } = await withTotp(service);
  const { recovery_codes: old } = await browser.call(makeRecoveryCodes);
  const { recovery_codes: codes } = await browser.call(makeRecoveryCodes);
  expect([new Set(codes).size, codes[0]]).toEqual([10, expect.stringMatching(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)]);
  expect(JSON.stringify(await service.query('select * from recovery_codes'))).not.toContain(
    codes[0]?.replaceAll('-', ''),
  );
  const other = new FactorBrowser(service);
  expect((await other.logIn(form.username)).body).toMatchObject({ methods: ['totp', 'recovery_code'] });
  expect((await other.finish({ recovery_code: old[0] })).status).toBe(422);
  expect((await other.finish({ recovery_code: codes[0]?.toUpperCase() })).status).toBe(200);
  await other.logIn(form.username);
  expect((await other.finish({ recovery_code: codes[0] })).status).toBe(422);
  expect(await browser.call(listSecondFactors)).toMatchObject({ recovery_codes_left: 9 });
  expect(await kindsOf(service, user.id)).toContain('recovery_code_used');
  await browser.call(removeTotp);
  expect((await browser.attempt(makeRecoveryCodes, {})).status).toBe(409);
  expect(await browser.call(listSecondFactors)).toMatchObject({ recovery_codes_left: 0 });
});

test('accepts a recovery code from only one of two concurrent browsers', async () => {
  const { form, browser } = await withTotp(service);
  const { recovery_codes: codes } = await browser.call(makeRecoveryCodes);
  const browsers = [new FactorBrowser(service), new FactorBrowser(service)];
  for (const one of browsers) await one.logIn(form.username);
  const answers = await Promise.all(browsers.map((one) => one.finish({ recovery_code: codes[3] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("refuses another user's codes", async () => {
  const [ada, eve] = [await withTotp(service), await withTotp(service)];
  const { recovery_codes: codes } = await eve.browser.call(makeRecoveryCodes);
  const browser = await halfway(service, ada.form.username);
  expect((await browser.finish({ recovery_code: codes[0] })).status).toBe(422);
  expect((await browser.finish({ code: eve.app() })).status).toBe(422);
});

test('requires the second factor instead of the password for a step-up and a password change', async () => {
  const { browser, identity, app } = await withTotp(service);
  await redis.hset(`session:${identity.sessionId}`, 'proved', 1);
  const change = () => browser.attempt(accountCalls.changePassword, { body: passwordChange });
  expect((await browser.attempt(removeTotp, {})).body).toMatchObject({
    code: 'auth.step_up_required',
    methods: ['totp'],
  });
  expect((await change()).status).toBe(403);
  expect((await browser.attempt(stepUp, { body: { password } })).status).toBe(422);
  expect((await browser.attempt(stepUp, { body: { code: '000000' } })).status).toBe(422);
  expect((await browser.attempt(stepUp, { body: { code: app() } })).status).toBe(200);
  expect((await change()).status).toBe(200);
});
