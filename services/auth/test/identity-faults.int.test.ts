import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { type TokenFault, tokenFaults } from '@nightshelf/identity-provider';
import { until } from '@nightshelf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publicOrigin } from './identity-browser.ts';
import { type IdentitySetting, startIdentitySetting } from './identity-setting.ts';
import { countUsers, form } from './people.ts';

let setting: IdentitySetting;

beforeAll(async () => {
  setting = await startIdentitySetting();
});

afterEach(() => {
  Object.assign(setting.demo.faults, { idToken: null, down: false, silent: false });
});

afterAll(async () => setting?.stop());

const countIdentities = async () => {
  const [row] = await setting.service.query<{ count: number }>('select count(*)::int as count from identities');
  return row?.count;
};

/** A browser that the provider has just sent back, and the callback that it is about to go to. */
async function sentBack(person = setting.newPerson(), provider = 'demo') {
  const browser = setting.newBrowser();
  const callback = await browser.visit(await browser.begin(provider), person.id);
  return { browser, callback };
}

const changed = (url: URL, parameters: Record<string, string>) => {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(parameters)) copy.searchParams.set(name, value);
  return copy;
};

describe('the authorization request', () => {
  test('has PKCE, state and nonce, new ones each time, and names the callback by the public origin', async () => {
    const requests = await Promise.all([1, 2].map(() => setting.newBrowser().begin('demo')));
    const [first, second] = requests.map((url) => Object.fromEntries(new URL(url).searchParams));
    expect(first).toMatchObject({
      response_type: 'code',
      client_id: 'nightshelf',
      scope: 'openid profile email',
      redirect_uri: `${publicOrigin}/api/auth/identity-providers/demo/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.[name]).toMatch(/^[\w-]{43}$/);
      expect(first?.[name]).not.toBe(second?.[name]);
    }
  });

  test('leaves a cookie that only this host, over HTTPS, and no script ever sees', async () => {
    const { headers } = await setting
      .newBrowser()
      .attempt(accountCalls.beginIdentitySignIn, { params: { provider: 'demo' }, body: {} });
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/\t/evil.example', 'javascript:alert(1)'])(
    'is refused with %j as the way back',
    async (return_to) => {
      const begun = await setting
        .newBrowser()
        .attempt(accountCalls.beginIdentitySignIn, { params: { provider: 'demo' }, body: { return_to } });
      expect(begun.status).toBe(422);
      expect(begun.body.errors).toHaveProperty('return_to');
    },
  );

  test('never leads to another site, whatever way back a browser could misread', async () => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    for (const return_to of ['/.//evil.example', '/x/..//evil.example']) {
      expect(await setting.newBrowser().signInWith('demo', person.id, { return_to })).toBe('/');
    }
  });

  test.each([
    ['{"return_to":', 400],
    ['[]', 422],
    ['{"return_to":7}', 422],
    [`{"return_to":"/${'x'.repeat(500)}"}`, 422],
    ['{"return_to":"/a\\u0000"}', 422],
  ])('is refused with the body %s', async (body, status) => {
    const answered = await setting.newBrowser().send('POST', '/api/auth/identity-providers/demo/sign-in', { body });
    expect(answered).toMatchObject({ status, body: { success: false } });
  });

  test('knows no other provider', async () => {
    for (const provider of ['nobody', 'NOT an id', '..']) {
      const begun = await setting
        .newBrowser()
        .attempt(accountCalls.beginIdentitySignIn, { params: { provider }, body: {} });
      expect(begun.status).toBe(404);
    }
  });
});

describe('a callback', () => {
  test('that was gone to before is expired', async () => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    const { browser, callback } = await sentBack(person);
    const cookie = browser.cookiesFor(callback);
    expect(await browser.arrive(callback)).toBe('/');
    const replayed = await fetch(setting.service.url + callback.pathname + callback.search, {
      redirect: 'manual',
      headers: { cookie },
    });
    expect([replayed.status, replayed.headers.get('location')]).toEqual([303, '/login?refused=expired']);
    expect(replayed.headers.getSetCookie().join()).not.toContain('session=');
  });

  test('of another browser, or one without its cookie, is expired', async () => {
    const { browser, callback } = await sentBack();
    expect(await setting.newBrowser().arrive(callback)).toBe('/login?refused=expired');
    browser.forgetCookie('__Host-oidc');
    expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  });

  test.each([{ state: 'forged' }, { state: '' }])('with %j is expired', async (parameters) => {
    const { browser, callback } = await sentBack();
    expect(await browser.arrive(changed(callback, parameters))).toBe('/login?refused=expired');
    // Taken once, also by a forgery.
    expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  });

  test('that comes after its time is expired', async () => {
    const { browser, callback } = await sentBack();
    const keys = await setting.redis.keys('oidc:*');
    const lives = await Promise.all(keys.map((key) => setting.redis.ttl(key)));
    for (const life of lives) expect(life > 0 && life <= 600).toBe(true);
    await setting.redis.del(...keys);
    expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  });

  test.each([
    ['a code that the provider has not given', { code: 'forged' }],
    ['the name of another issuer', { iss: 'https://elsewhere.example' }],
  ])('with %s fails', async (_, parameters) => {
    const { browser, callback } = await sentBack();
    expect(await browser.arrive(changed(callback, parameters))).toBe('/login?refused=failed');
  });

  test('without the issuer that the provider promises to name fails', async () => {
    const { browser, callback } = await sentBack();
    callback.searchParams.delete('iss');
    expect(await browser.arrive(callback)).toBe('/login?refused=failed');
  });

  test("handed in at another provider's address fails, in both directions", async () => {
    for (const [from, to] of [
      ['demo', 'other'],
      ['other', 'demo'],
    ] as const) {
      const { browser, callback } = await sentBack(setting.newPerson(), from);
      callback.pathname = callback.pathname.replace(from, to);
      expect(await browser.arrive(callback)).toBe('/login?refused=failed');
    }
    const { browser, callback } = await sentBack();
    callback.pathname = callback.pathname.replace('demo', 'nobody');
    expect(await browser.arrive(callback)).toBe('/login?refused=failed');
  });

  test('of whoever cancelled says so', async () => {
    expect(await setting.newBrowser().signInWith('demo', '')).toBe('/login?refused=cancelled');
    const browser = setting.newBrowser();
    await browser.call(authCalls.register, { body: form() });
    expect(await browser.link('demo', '')).toBe('/profile?refused=cancelled');
  });

  test('of nobody at all answers with a page of the client', async () => {
    for (const query of [
      '',
      '?',
      '?code=a&code=b&state=c&state=d',
      '?error=server_error',
      '?%00=%ff',
      '?state=%E0%A4%A',
    ]) {
      const response = await setting
        .newBrowser()
        .ask(`${publicOrigin}/api/auth/identity-providers/demo/callback${query}`);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/login?refused=expired']);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('an ID token', () => {
  test.each<TokenFault>([...tokenFaults])('with the fault %s opens nothing and makes nothing', async (fault) => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    const [users, identities] = [await countUsers(setting.service), await countIdentities()];
    setting.demo.faults.idToken = fault;
    for (const somebody of [person, setting.newPerson()]) {
      const browser = setting.newBrowser();
      expect(await browser.signInWith('demo', somebody.id)).toBe('/login?refused=failed');
      expect(await browser.signedInAs()).toBeNull();
      expect((await browser.attempt(accountCalls.getPendingIdentity, {})).status).toBe(404);
    }
    expect([await countUsers(setting.service), await countIdentities()]).toEqual([users, identities]);
  });

  test('that is wrong links nothing, and the audit trail says so', async () => {
    const browser = setting.newBrowser();
    await browser.call(authCalls.register, { body: form() });
    setting.demo.faults.idToken = 'wrong-nonce';
    expect(await browser.link('demo', setting.newPerson().id)).toBe('/profile?refused=failed');
    expect((await browser.call(accountCalls.listSignInMethods, {})).identities).toEqual([]);
    const { activity } = await browser.call(accountCalls.listActivity, { query: {} });
    expect(activity[0]).toMatchObject({ kind: 'identity_refused', detail: 'Demo ID' });
  });
});

describe('a provider that does not answer', () => {
  const begin = (provider: string) =>
    setting.newBrowser().attempt(accountCalls.beginIdentitySignIn, { params: { provider }, body: {} });

  test('is named when it has never been reached, harms no other, and is asked again the next time', async () => {
    const begun = await begin('late');
    expect(begun).toMatchObject({
      status: 503,
      body: {
        code: 'auth.identity_provider_unavailable',
        message: 'Late ID cannot be reached right now. Please try again.',
      },
    });
    expect(begun.headers.get('retry-after')).toBe('2');
    expect((await begin('other')).status).toBe(200);
    setting.late.faults.down = false;
    expect((await begin('late')).status).toBe(200);
    // Kept: what it says of itself is asked for once.
    setting.late.faults.down = true;
    expect((await begin('late')).status).toBe(200);
  });

  test.each([{ down: true }, { silent: true }])('while the browser is on its way back: %j', async (fault) => {
    const { browser, callback } = await sentBack();
    Object.assign(setting.demo.faults, fault);
    const began = performance.now();
    expect(await browser.arrive(callback)).toBe('/login?refused=unavailable');
    // Given up after eight seconds, on whatever machine.
    expect(performance.now() - began).toBeLessThan(20_000);
    Object.assign(setting.demo.faults, { down: false, silent: false });
    expect(await browser.signInWith('demo', setting.newPerson().id)).toBe('/choose-username');
  });

  test('does not hinder signing out', async () => {
    const browser = setting.newBrowser();
    await browser.join('demo', setting.newPerson().id);
    setting.demo.faults.down = true;
    expect(await browser.call(authCalls.logout, {})).toMatchObject({ success: true });
    expect(await browser.signedInAs()).toBeNull();
  });
});

test('what was done is in the audit trail, with the name of the provider', async () => {
  const browser = setting.newBrowser();
  await browser.join('demo', setting.newPerson().id);
  const other = setting.newPerson();
  await browser.link('other', other.id);
  await browser.signInWith('other', other.id);
  const { identities } = await browser.call(accountCalls.listSignInMethods, {});
  await browser.call(accountCalls.unlinkIdentity, { params: { id: identities[0]?.id ?? '' } });
  const kinds = await until('the trail is written', async () => {
    const { activity } = await browser.call(accountCalls.listActivity, { query: {} });
    return activity.length >= 4 && activity.map(({ kind, detail }) => `${kind} ${detail}`);
  });
  expect(kinds).toEqual([
    'identity_unlinked Demo ID',
    'signed_in Other ID',
    'identity_linked Other ID',
    'registered Demo ID',
  ]);
});
