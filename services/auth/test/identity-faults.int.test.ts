import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { tokenFaults } from '@nightshelf/identity-provider';
import { until } from '@nightshelf/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { publicOrigin } from './identity-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { countUsers } from './people.ts';

const setting = await startIdentitySetting();

afterEach(() => {
  Object.assign(setting.demo.faults, { idToken: null, down: false, silent: false });
});

const countIdentities = async () => {
  const [row] = await setting.service.query<{ count: number }>('select count(*)::int as count from identities');
  return row?.count;
};

/** Returns a browser that the provider has just redirected, and the callback URL that it has not requested yet. */
async function sentBack(person = setting.newPerson(), provider = 'demo') {
  const browser = setting.newBrowser();
  const callback = await browser.visit(await browser.begin(provider), person.id);
  return { browser, callback };
}

const begin = (provider = 'demo', body: object = {}) =>
  setting.newBrowser().attempt(accountCalls.beginIdentitySignIn, { params: { provider }, body });

const changed = (url: URL, parameters: Readonly<Record<string, string | undefined>>) => {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) copy.searchParams.delete(name);
    else copy.searchParams.set(name, value);
  }
  return copy;
};

describe('the authorization request', () => {
  test('has fresh PKCE, state and nonce values and a callback on the public origin', async () => {
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

  test('sets a cookie that is secure, HTTP-only and bound to the host', async () => {
    const { headers } = await begin();
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:alert(1)',
    `/${'x'.repeat(500)}`,
    '/a\u0000',
    7,
  ])('refuses the return path %j', async (return_to) => {
    const begun = await begin('demo', { return_to });
    expect(begun.status).toBe(422);
    expect(begun.body.errors).toHaveProperty('return_to');
  });

  test('never redirects to another site', async () => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    for (const return_to of ['/.//evil.example', '/x/..//evil.example']) {
      expect(await setting.newBrowser().signInWith('demo', person.id, { return_to })).toBe('/');
    }
  });

  test.each([
    ['{"return_to":', 400],
    ['[]', 422],
  ])('refuses the body %s', async (body, status) => {
    const answered = await setting.newBrowser().send('POST', '/api/auth/identity-providers/demo/sign-in', { body });
    expect(answered).toMatchObject({ status, body: { success: false } });
  });

  test('returns 404 for unknown providers', async () => {
    for (const provider of ['nobody', 'NOT an id', '..']) expect((await begin(provider)).status).toBe(404);
  });
});

describe('a callback', () => {
  test('expires after its first use', async () => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    const { browser, callback } = await sentBack(person);
    const cookie = browser.cookiesFor(callback);
    expect(await browser.arrive(callback)).toBe('/');
    const address = setting.service.url + callback.pathname + callback.search;
    const replayed = await fetch(address, { redirect: 'manual', headers: { cookie } });
    expect([replayed.status, replayed.headers.get('location')]).toEqual([303, '/login?refused=expired']);
    expect(replayed.headers.getSetCookie().join()).not.toContain('session=');
  });

  test('expires in another browser or without its cookie', async () => {
    const { browser, callback } = await sentBack();
    expect(await setting.newBrowser().arrive(callback)).toBe('/login?refused=expired');
    browser.forgetCookie('__Host-oidc');
    expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  });

  test.each([{ state: 'forged' }, { state: '' }])('expires with %j', async (parameters) => {
    const { browser, callback } = await sentBack();
    expect(await browser.arrive(changed(callback, parameters))).toBe('/login?refused=expired');
    // The forged request consumed the state.
    expect(await browser.arrive(callback)).toBe('/login?refused=expired');
  });

  test('expires after ten minutes', async () => {
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
    ['no issuer, although the provider announces it', { iss: undefined }],
  ])('fails with %s', async (_, parameters) => {
    const { browser, callback } = await sentBack();
    expect(await browser.arrive(changed(callback, parameters))).toBe('/login?refused=failed');
  });

  test("fails at another provider's address", async () => {
    for (const [from, to] of [
      ['demo', 'other'],
      ['other', 'demo'],
      ['demo', 'unknown'],
    ] as const) {
      const { browser, callback } = await sentBack(setting.newPerson(), from);
      callback.pathname = callback.pathname.replace(from, to);
      expect(await browser.arrive(callback)).toBe('/login?refused=failed');
    }
  });

  test('reports a cancelled sign-in', async () => {
    expect(await setting.newBrowser().signInWith('demo', '')).toBe('/login?refused=cancelled');
    const { browser } = await setting.registered();
    expect(await browser.link('demo', '')).toBe('/profile?refused=cancelled');
  });

  test('redirects to a page of the client when the request is invalid', async () => {
    const address = `${publicOrigin}/api/auth/identity-providers/demo/callback`;
    const queries = ['', '?', '?code=a&code=b&state=c&state=d', '?error=server_error', '?%00=%ff', '?state=%E0%A4%A'];
    for (const query of queries) {
      const response = await setting.newBrowser().ask(address + query);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/login?refused=expired']);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('an ID token', () => {
  test.each([...tokenFaults])('with the fault %s opens no session and creates no account', async (fault) => {
    const person = setting.newPerson();
    await setting.newBrowser().join('demo', person.id);
    const [users, identities] = [await countUsers(setting.service), await countIdentities()];
    setting.demo.faults.idToken = fault;
    for (const other of [person, setting.newPerson()]) {
      const browser = setting.newBrowser();
      expect(await browser.signInWith('demo', other.id)).toBe('/login?refused=failed');
      expect(await browser.signedInAs()).toBeNull();
      expect((await browser.attempt(accountCalls.getPendingIdentity, {})).status).toBe(404);
    }
    expect([await countUsers(setting.service), await countIdentities()]).toEqual([users, identities]);
  });

  test('with a wrong nonce links nothing and is recorded in the audit trail', async () => {
    const { browser } = await setting.registered();
    setting.demo.faults.idToken = 'wrong-nonce';
    expect(await browser.link('demo', setting.newPerson().id)).toBe('/profile?refused=failed');
    expect(await browser.identities()).toEqual([]);
    const { activity } = await browser.call(accountCalls.listActivity, { query: {} });
    expect(activity[0]).toMatchObject({ kind: 'identity_refused', detail: 'Demo ID' });
  });
});

describe('a provider that does not respond', () => {
  test('is named in the error, affects no other provider and is retried', async () => {
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
    // The metadata is cached, so it is not requested again.
    setting.late.faults.down = true;
    expect((await begin('late')).status).toBe(200);
  });

  test.each([{ down: true }, { silent: true }])('redirects the returning browser with an error: %j', async (fault) => {
    const { browser, callback } = await sentBack();
    Object.assign(setting.demo.faults, fault);
    const began = performance.now();
    expect(await browser.arrive(callback)).toBe('/login?refused=unavailable');
    // The timeout is eight seconds; slow machines need some margin.
    expect(performance.now() - began).toBeLessThan(20_000);
    Object.assign(setting.demo.faults, { down: false, silent: false });
    expect(await browser.signInWith('demo', setting.newPerson().id)).toBe('/choose-username');
  });

  test('does not prevent signing out', async () => {
    const browser = setting.newBrowser();
    await browser.join('demo', setting.newPerson().id);
    setting.demo.faults.down = true;
    expect(await browser.call(authCalls.logout, {})).toMatchObject({ success: true });
    expect(await browser.signedInAs()).toBeNull();
  });
});

test("records provider sign-ins and links in the audit trail with the provider's name", async () => {
  const browser = setting.newBrowser();
  await browser.join('demo', setting.newPerson().id);
  const other = setting.newPerson();
  await browser.link('other', other.id);
  await browser.signInWith('other', other.id);
  const [identity] = await browser.identities();
  await browser.call(accountCalls.unlinkIdentity, { params: { id: identity?.id ?? '' } });
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
