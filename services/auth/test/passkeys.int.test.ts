import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { until } from '@nightshelf/testing';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { expect, test } from 'vitest';
import { Authenticator } from './authenticator.ts';
import { addPasskey, FactorBrowser, halfway, person, withPasskey } from './factor-browser.ts';
import { close, kindsOf, outcomeOf } from './people.ts';
import { startAuth } from './setup.ts';

const { listSecondFactors, beginPasskey, renamePasskey, removePasskey, signInWithPasskey } = factorCalls;

const redis = await OwnRedis.start();
const service = await startAuth({ REDIS_URL: redis.url });

const signIn = (browser: FactorBrowser, assertion: object) =>
  browser.attempt(signInWithPasskey, { body: { assertion } });

/** Signs in with a passkey in a new browser. */
async function tryPasskey(key: Authenticator, circumstances: Parameters<Authenticator['get']>[1] = {}) {
  const browser = new FactorBrowser(service);
  return signIn(browser, key.get(await browser.challenge('sign-in'), circumstances));
}

const refusal = [401, 'auth.passkey_refused'];
const refused = [422, 'auth.passkey_refused'];

test('signs in without a password, is renamed and is removed', async () => {
  const { key, passkey, browser, user, form } = await withPasskey(service);
  const other = new FactorBrowser(service);
  const options = await other.challenge('sign-in');
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
  expect(JSON.stringify(options)).not.toContain(key.id);
  const { status, body } = await signIn(other, key.get(options));
  expect([status, body.user.id]).toEqual([200, user.id]);
  other.signedInAs(body);
  expect((await other.call(accountCalls.listSessions)).sessions).toHaveLength(2);
  const renamed = await browser.call(renamePasskey, { params: { id: passkey.id }, body: { name: '  My phone ' } });
  expect(renamed.passkey).toMatchObject({ name: 'My phone', last_used_at: expect.any(String) });
  await browser.call(removePasskey, { params: { id: passkey.id } });
  expect((await browser.call(listSecondFactors)).passkeys).toEqual([]);
  expect(outcomeOf(await tryPasskey(key))).toEqual(refusal);
  expect((await new FactorBrowser(service).logIn(form.username)).status).toBe(200);
});

test('completes the second step after the password', async () => {
  const { key, form, user } = await withPasskey(service);
  const browser = new FactorBrowser(service);
  expect((await browser.logIn(form.username)).body).toMatchObject({ methods: ['passkey'] });
  const options = await browser.challenge('second-factor');
  expect(options).toMatchObject({ allowCredentials: [{ id: key.id }] });
  const { status, body } = await browser.finish({ assertion: key.get(options) });
  expect([status, body.user.id]).toEqual([200, user.id]);
});

test('accepts one response per challenge, only from its browser and for its purpose', async () => {
  const { key, form } = await withPasskey(service);
  const browser = new FactorBrowser(service);
  const options = await browser.challenge('sign-in');
  const kept = browser.cookies.get('passkey-sign-in') ?? '';
  const assertion = key.get(options);
  expect(outcomeOf(await signIn(new FactorBrowser(service), assertion))).toEqual(refusal);
  expect((await signIn(browser, assertion)).status).toBe(200);
  browser.cookies.set('passkey-sign-in', kept);
  expect(outcomeOf(await signIn(browser, assertion))).toEqual(refusal);
  const other = await halfway(service, form.username);
  const forSignIn = key.get(await other.challenge('sign-in'));
  await other.challenge('second-factor');
  expect((await other.finish({ assertion: forSignIn })).status).toBe(422);
});

test('accepts one registration per challenge, only from its browser and user', async () => {
  const [ada, eve] = [await person(service), await person(service)];
  const { options } = await ada.browser.call(beginPasskey);
  const credential = new Authenticator().create(options as never);
  const add = (browser: FactorBrowser) =>
    browser.attempt(factorCalls.addPasskey, { body: { name: 'Laptop', credential } });
  const elsewhere = new FactorBrowser(service, ada.identity);
  expect(outcomeOf(await add(elsewhere))).toEqual(refused);
  const kept = ada.browser.cookies.get('passkey-registration') ?? '';
  expect((await add(ada.browser)).status).toBe(201);
  ada.browser.cookies.set('passkey-registration', kept);
  expect(outcomeOf(await add(ada.browser))).toEqual(refused);
  // Ada's cookie with Eve's session.
  await ada.browser.call(beginPasskey);
  eve.browser.cookies.set('passkey-registration', ada.browser.cookies.get('passkey-registration') ?? '');
  expect(outcomeOf(await add(eve.browser))).toEqual(refused);
  expect((await eve.browser.call(listSecondFactors)).passkeys).toEqual([]);
});

test('signs in once for two concurrent responses to a challenge', async () => {
  const { key } = await withPasskey(service);
  const browser = new FactorBrowser(service);
  const assertion = key.get(await browser.challenge('sign-in'));
  const answers = await Promise.all([signIn(browser, assertion), signIn(browser, assertion)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test.each([
  ['made for another site', { origin: 'http://localhost:8081' }],
  ['made for the same host on HTTPS', { origin: 'https://localhost:8080' }],
  ['made without user verification', { isVerified: false }],
])('refuses a response that was %s', async (_, circumstances) => {
  const { key } = await withPasskey(service);
  expect(outcomeOf(await tryPasskey(key, circumstances))).toEqual(refusal);
  const { browser } = await person(service);
  const { options } = await browser.call(beginPasskey);
  const credential = new Authenticator().create(options as never, circumstances);
  const made = await browser.attempt(factorCalls.addPasskey, { body: { name: 'x', credential } });
  expect(outcomeOf(made)).toEqual(refused);
});

test('gives the same response for an unknown passkey, a wrong signature and a closed account', async () => {
  const { key, user } = await withPasskey(service);
  const unknown = await tryPasskey(new Authenticator());
  const forged = new FactorBrowser(service);
  const assertion = new Authenticator().get(await forged.challenge('sign-in'));
  const wrong = await signIn(forged, { ...assertion, id: key.id, rawId: key.id });
  await close(service, user.id);
  const closed = await tryPasskey(key);
  for (const answer of [unknown, wrong, closed]) {
    const { request_id: _, ...body } = answer.body as { request_id: string };
    expect([answer.status, body]).toEqual([
      401,
      { success: false, code: 'auth.passkey_refused', message: 'This passkey was not accepted. Please try again.' },
    ]);
  }
});

test('refuses a counter that does not increase and shows it to the owner', async () => {
  const { key, user } = await withPasskey(service);
  expect((await tryPasskey(key, { counter: 7 })).status).toBe(200);
  for (const counter of [7, 3, 0]) expect(outcomeOf(await tryPasskey(key, { counter }))).toEqual(refusal);
  await until('the refusals are recorded', async () => {
    return (await kindsOf(service, user.id)).filter((kind) => kind === 'passkey_refused').length === 3;
  });
  expect((await tryPasskey(key, { counter: 8 })).status).toBe(200);
});

test("refuses other users' passkeys at every step", async () => {
  const [ada, eve] = [await withPasskey(service), await withPasskey(service)];
  const browser = await halfway(service, ada.form.username);
  expect((await browser.finish({ assertion: eve.key.get(await browser.challenge('second-factor')) })).status).toBe(422);
  const step = { body: { assertion: ada.key.get(await eve.browser.challenge('step-up')) } };
  expect((await eve.browser.attempt(factorCalls.stepUp, step)).status).toBe(422);
  const params = { id: ada.passkey.id };
  expect((await eve.browser.attempt(renamePasskey, { params, body: { name: 'Mine' } })).status).toBe(404);
  expect((await eve.browser.attempt(removePasskey, { params })).status).toBe(404);
  const { options } = await eve.browser.call(beginPasskey);
  const taken = await eve.browser.attempt(factorCalls.addPasskey, {
    body: { name: 'Hers', credential: ada.key.create({ challenge: options.challenge }) },
  });
  expect(outcomeOf(taken)).toEqual([409, 'auth.passkey_taken']);
});

test('confirms a step-up', async () => {
  const { key, browser } = await withPasskey(service);
  const assertion = key.get(await browser.challenge('step-up'));
  expect((await browser.attempt(factorCalls.stepUp, { body: { assertion } })).status).toBe(200);
  expect((await browser.attempt(factorCalls.stepUp, { body: { assertion } })).status).toBe(422);
  expect(
    (await new FactorBrowser(service).attempt(factorCalls.challengePasskey, { body: { purpose: 'step-up' } })).status,
  ).toBe(401);
});

test('refuses responses after Redis was emptied and accepts new challenges', async () => {
  const { key, browser, form, identity } = await withPasskey(service);
  const other = new FactorBrowser(service);
  const forSignIn = key.get(await other.challenge('sign-in'));
  const forStepUp = key.get(await browser.challenge('step-up'));
  const { options } = await browser.call(beginPasskey);
  const credential = new Authenticator().create(options as never);
  const second = await halfway(service, form.username);
  const forSecond = key.get(await second.challenge('second-factor'));
  await redis.with((server) => server.flushall());
  expect(outcomeOf(await signIn(other, forSignIn))).toEqual(refusal);
  expect(outcomeOf(await second.finish({ assertion: forSecond }))).toEqual([404, 'auth.no_second_step']);
  const step = await browser.attempt(factorCalls.stepUp, { body: { assertion: forStepUp } });
  expect(outcomeOf(step)).toEqual(refused);
  // Emptying Redis has ended the session too, so sign in again.
  expect((await signIn(other, key.get(await other.challenge('sign-in')))).status).toBe(200);
  other.signedInAs({ user: { id: identity.userId, username: identity.username } });
  const late = await other.attempt(factorCalls.addPasskey, { body: { name: 'Another', credential } });
  expect(outcomeOf(late)).toEqual(refused);
  await addPasskey({ browser: other });
});

test('returns 503 with a message while Redis is full', async () => {
  const { key, form } = await withPasskey(service);
  const browser = new FactorBrowser(service);
  const assertion = key.get(await browser.challenge('sign-in'));
  await redis.fill();
  try {
    const asked = await new FactorBrowser(service).attempt(factorCalls.challengePasskey, {
      body: { purpose: 'sign-in' },
    });
    const answers = [asked, await browser.logIn(form.username), await signIn(browser, assertion)];
    for (const answered of answers) {
      expect([answered.status, answered.headers.get('set-cookie')]).toEqual([503, null]);
      expect(answered.body.message).toMatch(/Please try again\.$/);
    }
  } finally {
    await redis.empty();
  }
  expect((await signIn(browser, assertion)).status).toBe(200);
});

test('refuses more than twenty', async () => {
  const one = await person(service);
  await service.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, is_backed_up, created_at)
     select gen_random_uuid(), $1::uuid, 'filler' || n || $1::text, 'x', 0, '', 'x', false, now() from generate_series(1, 19) n`,
    [one.user.id],
  );
  await addPasskey(one);
  await expect(addPasskey(one)).rejects.toThrow('409');
});
