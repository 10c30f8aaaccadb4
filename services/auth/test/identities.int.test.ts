import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { userRegistered } from '@nightshelf/contracts/events/users.ts';
import { describe, expect, test } from 'vitest';
import type { Browser } from './identity-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { close, countUsers, eventsOf, form, outcomeOf, tryLogIn } from './people.ts';

const setting = await startIdentitySetting();

const methodsOf = (browser: Browser) => browser.call(accountCalls.listSignInMethods, {});
const complete = (browser: Browser, username: string) =>
  browser.attempt(accountCalls.completeIdentitySignIn, { body: { username } });

describe('the first sign-in', () => {
  test('asks for a username, suggests one and creates an account without a password', async () => {
    const browser = setting.newBrowser();
    const { username, email } = setting.newPerson();
    expect(await browser.signInWith('demo', username, { return_to: '/library?sort=title' })).toBe('/choose-username');
    expect(await browser.signedInAs()).toBeNull();
    expect(await browser.call(accountCalls.getPendingIdentity, {})).toMatchObject({
      provider: { id: 'demo', name: 'Demo ID' },
      suggested_username: username,
      email,
    });
    const chosen = `${username}_x`;
    const { status, body } = await complete(browser, chosen);
    expect(status).toBe(201);
    expect(body).toMatchObject({ return_to: '/library?sort=title', user: { username: chosen, email } });
    expect(await browser.call(authCalls.getProfile, {})).toMatchObject({ user: body.user });
    expect(await methodsOf(browser)).toMatchObject({
      has_password: false,
      identities: [{ provider: { id: 'demo', name: 'Demo ID' }, email }],
    });
    const events = await eventsOf(setting.service, userRegistered, body.user.id);
    expect(events).toMatchObject([{ version: 1, data: { username: chosen } }]);
  });

  test('completes only once', async () => {
    const browser = setting.newBrowser();
    await browser.signInWith('demo', setting.newPerson().id);
    const [key] = browser.cookiesFor(new URL('https://games.example.org/')).match(/__Host-pending-identity=\S+/) ?? [];
    expect((await complete(browser, `once_${Date.now() % 1e6}`)).status).toBe(201);
    expect((await browser.attempt(accountCalls.getPendingIdentity, {})).status).toBe(404);
    const [body, headers] = [{ username: 'another_one' }, { cookie: key ?? '' }];
    const again = await setting.service.api.attempt(accountCalls.completeIdentitySignIn, { body }, { headers });
    expect(outcomeOf(again)).toEqual([404, 'auth.no_pending_identity']);
  });

  test('refuses a taken or invalid username and allows another try', async () => {
    const taken = await setting.registered();
    const browser = setting.newBrowser();
    const { username } = taken.user;
    await browser.signInWith('demo', setting.newPerson({ username }).id);
    const { suggested_username } = await browser.call(accountCalls.getPendingIdentity, {});
    expect(suggested_username).toBe(`${username}2`);
    expect(await complete(browser, username.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'auth.already_registered', errors: { username: ['Username is already taken'] } },
    });
    expect(await complete(browser, 'no')).toMatchObject({
      status: 422,
      body: { errors: { username: ['Username must be at least 3 characters'] } },
    });
    expect((await complete(browser, suggested_username)).status).toBe(201);
  });

  test('creates one account when two browsers complete it concurrently', async () => {
    const person = setting.newPerson();
    const browsers = [setting.newBrowser(), setting.newBrowser()];
    for (const browser of browsers) await browser.signInWith('demo', person.id);
    const before = await countUsers(setting.service);
    const answers = await Promise.all(browsers.map((browser, index) => complete(browser, `${person.id}_${index}`)));
    expect(answers.map(outcomeOf).sort()).toEqual([
      [201, undefined],
      [409, 'auth.identity_already_linked'],
    ]);
    expect(await countUsers(setting.service)).toBe(before + 1);
  });

  test('creates a separate account without an address when another account has that address', async () => {
    const victim = await setting.registered();
    const browser = setting.newBrowser();
    const person = setting.newPerson({ email: victim.form.email.toUpperCase() });
    const { user } = await browser.join('demo', person.id);
    expect(user).toMatchObject({ email: null });
    expect(user.id).not.toBe(victim.user.id);
    expect((await tryLogIn(browser, victim.form.email)).body.user.id).toBe(victim.user.id);
  });

  test('ignores an address that the provider has not verified', async () => {
    const browser = setting.newBrowser();
    const person = setting.newPerson({ emailVerified: false });
    await browser.signInWith('demo', person.id);
    expect(await browser.call(accountCalls.getPendingIdentity, {})).toMatchObject({ email: null });
    expect((await complete(browser, `${person.id}_n`)).body.user.email).toBeNull();
  });
});

describe('the next sign-in', () => {
  test('opens the account in any browser and returns to where it began', async () => {
    const person = setting.newPerson();
    const { user } = await setting.newBrowser().join('demo', person.id);
    const browser = setting.newBrowser();
    expect(await browser.signInWith('demo', person.id, { return_to: '/game/igdb-1' })).toBe('/game/igdb-1');
    expect(await browser.signedInAs()).toMatchObject({ userId: user.id, username: user.username });
    const [identity] = await browser.identities();
    expect(Date.parse(identity?.last_used_at ?? '')).toBeGreaterThan(Date.parse(identity?.linked_at ?? ''));
  });

  test('fails for an inactive account without saying so', async () => {
    const person = setting.newPerson();
    const { user } = await setting.newBrowser().join('demo', person.id);
    await close(setting.service, user.id);
    const browser = setting.newBrowser();
    expect(await browser.signInWith('demo', person.id)).toBe('/login?refused=failed');
    expect(await browser.signedInAs()).toBeNull();
  });

  test('refuses a password for an account without one', async () => {
    const { user } = await setting.newBrowser().join('demo', setting.newPerson().id);
    expect(outcomeOf(await tryLogIn(setting.service.api, user.username))).toEqual([401, 'auth.invalid_credentials']);
  });
});

describe('linking', () => {
  test('lets the provider account sign in regardless of its address', async () => {
    const { browser, user, form: given } = await setting.registered();
    const person = setting.newPerson();
    expect(await browser.link('demo', person.id)).toBe('/profile?linked=demo');
    expect(await methodsOf(browser)).toMatchObject({ has_password: true, identities: [{ last_used_at: null }] });
    const elsewhere = setting.newBrowser();
    expect(await elsewhere.signInWith('demo', person.id)).toBe('/');
    expect(await elsewhere.signedInAs()).toMatchObject({ userId: user.id });
    expect(await elsewhere.call(authCalls.getProfile, {})).toMatchObject({ user: { email: given.email } });
  });

  test('refuses an account that is linked to another user and accepts the same link twice', async () => {
    const person = setting.newPerson();
    const first = await setting.registered();
    expect(await first.browser.link('demo', person.id)).toBe('/profile?linked=demo');
    expect(await first.browser.link('demo', person.id)).toBe('/profile?linked=demo');
    const second = await setting.registered();
    expect(await second.browser.link('demo', person.id)).toBe('/profile?refused=already_linked');
    expect(await first.browser.identities()).toHaveLength(1);
    expect(await second.browser.identities()).toEqual([]);
  });

  test('links a provider account to only one of two concurrent users', async () => {
    const person = setting.newPerson();
    const people = await Promise.all([setting.registered(), setting.registered()]);
    const callbacks: URL[] = [];
    for (const { browser } of people) {
      callbacks.push(await browser.visit(await browser.beginLink('demo'), person.id));
    }
    const pages = await Promise.all(people.map(({ browser }, index) => browser.arrive(callbacks[index] as URL)));
    expect(pages.sort()).toEqual(['/profile?linked=demo', '/profile?refused=already_linked']);
  });

  test('requires the session that began it', async () => {
    const person = setting.newPerson();
    const { browser } = await setting.registered();
    const callback = await browser.visit(await browser.beginLink('demo'), person.id);
    await browser.call(authCalls.register, { body: form() });
    expect(await browser.arrive(callback)).toBe('/profile?refused=expired');
    expect(await browser.identities()).toEqual([]);
  });

  test('returns 401 to anonymous callers', async () => {
    const { api } = setting.service;
    expect((await api.attempt(accountCalls.beginIdentityLink, { params: { provider: 'demo' } })).status).toBe(401);
    expect((await api.attempt(accountCalls.listSignInMethods, {})).status).toBe(401);
  });
});

describe('unlinking', () => {
  const unlink = (browser: Browser, id = '') => browser.attempt(accountCalls.unlinkIdentity, { params: { id } });

  test('stops the provider account from signing in', async () => {
    const { browser } = await setting.registered();
    const person = setting.newPerson();
    await browser.link('demo', person.id);
    const [identity] = await browser.identities();
    expect((await unlink(browser, identity?.id)).body.message).toBe('Demo ID was unlinked.');
    expect(await browser.identities()).toEqual([]);
    expect(await setting.newBrowser().signInWith('demo', person.id)).toBe('/choose-username');
    expect((await unlink(browser, identity?.id)).status).toBe(404);
  });

  test('keeps the last way to sign in, even with two concurrent requests', async () => {
    const browser = setting.newBrowser();
    await browser.join('demo', setting.newPerson().id);
    const [only] = await browser.identities();
    expect(await unlink(browser, only?.id)).toMatchObject({
      status: 409,
      body: {
        code: 'auth.last_way_in',
        message: 'This is the only way into your account. Set a password or link another provider first.',
      },
    });
    await browser.link('other', setting.newPerson().id);
    const both = await browser.identities();
    const answers = await Promise.all(both.map(({ id }) => unlink(browser, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await browser.identities()).toHaveLength(1);
  });

  test("returns 404 for another user's link", async () => {
    const owner = await setting.registered();
    await owner.browser.link('demo', setting.newPerson().id);
    const [identity] = await owner.browser.identities();
    const { browser } = await setting.registered();
    expect((await unlink(browser, identity?.id)).status).toBe(404);
    expect((await unlink(browser, 'not-an-id')).status).toBe(404);
    expect(await owner.browser.identities()).toHaveLength(1);
  });
});

describe('signing out', () => {
  test("returns the URL that ends the provider's session and leads back", async () => {
    const browser = setting.newBrowser();
    await browser.join('demo', setting.newPerson().id);
    const { end_session_url } = await browser.call(authCalls.logout, {});
    const url = new URL(end_session_url ?? '');
    expect(url.origin).toBe(setting.demo.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'nightshelf',
      post_logout_redirect_uri: 'https://games.example.org/',
      id_token_hint: expect.stringMatching(/^ey/),
    });
    expect((await browser.ask(url)).status).toBe(200);
    expect(await browser.signedInAs()).toBeNull();
  });

  test('returns no provider URL after signing in with a password', async () => {
    const { browser } = await setting.registered();
    await browser.link('demo', setting.newPerson().id);
    expect(await browser.call(authCalls.logout, {})).toEqual({ success: true, message: 'You are signed out.' });
  });
});
