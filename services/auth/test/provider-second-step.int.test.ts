import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { OwnRedis } from '@nightshelf/testing/infrastructure/own-redis.ts';
import { beforeEach, expect, test } from 'vitest';
import { addApp, forgetCode } from './factor-browser.ts';
import type { Browser } from './identity-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { close, outcomeOf } from './people.ts';

const { getSecondStep, finishSignIn } = factorCalls;

/** The page that asks for the second step. */
const waiting = '/login?step=second-factor';

const redis = await OwnRedis.start();
const setting = await startIdentitySetting({ REDIS_URL: redis.url, ROLES: 'http' });
beforeEach(() => redis.empty());

/** Registers a user with the provider and an authenticator app. */
async function withApp() {
  const person = setting.newPerson();
  const home = setting.newBrowser();
  const { user } = await home.join('demo', person.id);
  const { app } = await addApp(home);
  await forgetCode(setting.service, user.id);
  return { person, user, home, app };
}

/** Returns a browser whose provider sign-in waits for the second step. */
async function cameBack(person: { id: string }, body: object = {}) {
  const browser = setting.newBrowser();
  expect(await browser.signInWith('demo', person.id, body)).toBe(waiting);
  return browser;
}

const finish = (browser: Browser, code: string) => browser.attempt(finishSignIn, { body: { code } });
const gone = [404, 'auth.no_second_step'];

test('signs in only after the code and then continues where the user began', async () => {
  const { person, user, app } = await withApp();
  const browser = await cameBack(person, { return_to: '/library?sort=title' });
  expect(await browser.signedInAs()).toBeNull();
  expect((await browser.attempt(authCalls.getProfile, {})).status).toBe(401);
  expect(await browser.call(getSecondStep, {})).toMatchObject({ methods: ['totp'], return_to: '/library?sort=title' });
  expect(outcomeOf(await finish(browser, '000000'))).toEqual([422, 'auth.wrong_code']);
  expect(await browser.signedInAs()).toBeNull();
  const { status, body } = await finish(browser, app());
  expect([status, body]).toMatchObject([200, { return_to: '/library?sort=title', user: { id: user.id } }]);
  expect(await browser.signedInAs()).toMatchObject({ userId: user.id });
  const { activity } = await browser.call(accountCalls.listActivity, { query: {} });
  expect(activity[0]).toMatchObject({ kind: 'signed_in', detail: 'Demo ID' });
  // The second step keeps the session's facts.
  expect((await browser.call(authCalls.logout, {})).end_session_url).toContain(setting.demo.issuer);
});

test('completes only in its own browser and only once', async () => {
  const [ada, eve] = [await withApp(), await withApp()];
  const browser = await cameBack(ada.person);
  const elsewhere = [setting.newBrowser(), eve.home, await cameBack(eve.person)];
  const refused = await Promise.all(elsewhere.map((other) => finish(other, ada.app())));
  expect(refused.map(outcomeOf)).toEqual([gone, gone, [422, 'auth.wrong_code']]);
  const cookie = browser.cookiesFor(new URL('https://games.example.org/'));
  expect(cookie).toMatch(/^__Host-second-factor=[\w-]{43}$/);
  const both = await Promise.all([finish(browser, ada.app()), finish(browser, ada.app())]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await browser.signedInAs()).toMatchObject({ userId: ada.user.id });
  const replayed = { body: JSON.stringify({ code: ada.app(1) }), headers: { cookie } };
  const again = await setting.service.api.send<{ code?: string }>('POST', finishSignIn.path, replayed);
  expect(outcomeOf(again)).toEqual(gone);
});

test('rejects an account that is closed between both steps', async () => {
  const { person, user, app } = await withApp();
  const browser = await cameBack(person);
  await close(setting.service, user.id);
  expect(outcomeOf(await finish(browser, app()))).toEqual(gone);
  expect(await browser.signedInAs()).toBeNull();
});

test('returns 404 with a message after Redis was emptied and can start over', async () => {
  const { person, user, app } = await withApp();
  const browser = await cameBack(person);
  await redis.with((server) => server.flushall());
  const refused = await finish(browser, app());
  expect([refused.status, refused.body]).toMatchObject([
    404,
    {
      code: 'auth.no_second_step',
      message: 'This sign-in took too long or was already used. Please sign in again.',
    },
  ]);
  expect(outcomeOf(await browser.attempt(getSecondStep, {}))).toEqual(gone);
  // Redis may also be emptied while the browser is at the provider.
  const callback = await browser.visit(await browser.begin('demo'), person.id);
  await redis.with((server) => server.flushall());
  expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  expect(await browser.signInWith('demo', person.id)).toBe(waiting);
  expect((await finish(browser, app())).status).toBe(200);
  expect(await browser.signedInAs()).toMatchObject({ userId: user.id });
});

test('returns 503 while Redis is full and accepts the same code afterwards', async () => {
  const { person, user, app } = await withApp();
  const browser = await cameBack(person);
  const late = setting.newBrowser();
  const callback = await late.visit(await late.begin('demo'), person.id);
  await redis.fill();
  const full = await finish(browser, app());
  expect([full.status, full.body, full.headers.get('set-cookie')]).toMatchObject([
    503,
    { code: 'auth.sessions_unavailable', message: 'Signing in is not possible right now. Please try again.' },
    null,
  ]);
  expect(await late.arrive(callback)).toBe('/login?refused=unavailable');
  expect(outcomeOf(await late.attempt(getSecondStep, {}))).toEqual(gone);
  await redis.empty();
  expect((await finish(browser, app())).status).toBe(200);
  expect(await browser.signedInAs()).toMatchObject({ userId: user.id });
});
