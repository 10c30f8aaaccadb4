import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import { describe, expect, test } from 'vitest';
import { addApp } from './factor-browser.ts';
import type { Browser } from './identity-browser.ts';
import { startIdentitySetting } from './identity-setting.ts';
import { startMailbox } from './mailbox.ts';
import { form, kindsOf, newPassword, password, passwordChange, tryLogIn, twice } from './people.ts';

const mailbox = await startMailbox();
const setting = await startIdentitySetting({ SMTP_URL: mailbox.url, MAIL_RETRY_SECONDS: '0.2' });

/** Registers an account with another person's address and links a provider to it. */
async function squatted() {
  const { browser, user, form: given } = await setting.registered();
  const person = setting.newPerson();
  expect(await browser.link('demo', person.id)).toBe('/profile?linked=demo');
  return { browser, user, email: given.email, form: given, person };
}

const ask = (username_or_email: string) =>
  setting.newBrowser().attempt(accountCalls.forgotPassword, { body: { username_or_email } });

const reset = (token: string, unlink?: string[]) =>
  setting.newBrowser().attempt(accountCalls.resetPassword, {
    body: { token, ...twice(), ...(unlink ? { unlink } : {}) },
  });

const logIn = async (username_or_email: string, given: string) =>
  (await tryLogIn(setting.newBrowser(), username_or_email, given)).status;

const register = (email: string) => setting.newBrowser().attempt(authCalls.register, { body: form({ email }) });

const verify = async (browser: Browser, email: string) =>
  browser.call(accountCalls.verifyEmail, { body: { token: await mailbox.tokenTo(email, 'verify') } });

const isVerified = async (browser: Browser) => (await browser.call(authCalls.getProfile, {})).user.email_verified;

describe("an account opened with another person's address", () => {
  test('gives the account to the owner of the address after a reset by mail and revokes all previous access', async () => {
    const attacker = await squatted();
    await addApp(attacker.browser);
    expect(await logIn(attacker.email, password)).toBe(401);
    await ask(attacker.email);
    const answered = await reset(await mailbox.tokenTo(attacker.email, 'reset'));
    expect(answered.status).toBe(200);

    expect(await setting.newBrowser().signInWith('demo', attacker.person.id)).toBe('/choose-username');
    expect(await attacker.browser.signedInAs()).toBeNull();
    expect(await logIn(attacker.user.username, password)).toBe(401);
    expect(await logIn(attacker.email, newPassword)).toBe(200);
    expect(await kindsOf(setting.service, attacker.user.id)).toEqual(
      expect.arrayContaining(['password_reset', 'email_verified']),
    );
    const ended = `select detail from activity where user_id = $1 and kind = 'access_ended'`;
    expect(await setting.service.query(ended, [attacker.user.id])).toEqual([{ detail: '2' }]);
  });

  test('is offered by mail to the owner who registers, without changing the response', async () => {
    const attacker = await squatted();
    expect(await register(attacker.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'auth.already_registered', errors: { email: ['Email is already registered'] } },
    });
    const mail = await mailbox.mailTo(attacker.email, 'takeOver');
    expect(mail.text).toContain(`"${attacker.user.username}"`);
    const token = await mailbox.tokenTo(attacker.email, 'takeOver');
    const looked = await setting.newBrowser().call(accountCalls.lookAtReset, { body: { token } });
    expect(looked).toMatchObject({ username: attacker.user.username, is_takeover: true, identities: [] });
    expect((await reset(token)).status).toBe(200);
    expect(await setting.newBrowser().signInWith('demo', attacker.person.id)).toBe('/choose-username');
    expect(await logIn(attacker.email, newPassword)).toBe(200);
  });

  test('mails the owner once an hour and does not use up reset links', async () => {
    const { email } = await squatted();
    for (let at = 0; at < 6; at += 1) await register(email);
    await mailbox.mailTo(email, 'takeOver');
    for (let at = 0; at < 3; at += 1) {
      await ask(email);
      expect((await mailbox.tokenTo(email, 'reset', at)).length).toBe(43);
    }
    expect(mailbox.mailsTo(email, 'takeOver')).toHaveLength(1);
  });

  test('keeps external accounts linked after verification; a reset unlinks only those it names', async () => {
    const { email, browser } = await squatted();
    await verify(browser, email);
    const other = setting.newPerson();
    await browser.link('other', other.id);
    await ask(email);
    const token = await mailbox.tokenTo(email, 'reset');
    const { is_takeover, identities } = await browser.call(accountCalls.lookAtReset, { body: { token } });
    expect([is_takeover, identities.map(({ provider }) => provider.id)]).toEqual([false, ['demo', 'other']]);
    const strangers = await squatted();
    const [theirs] = await strangers.browser.identities();
    expect((await reset(token, [identities[0]?.id ?? '', theirs?.id ?? ''])).status).toBe(200);
    expect(await setting.newBrowser().signInWith('other', other.id)).toBe('/');
    expect(await strangers.browser.identities()).toHaveLength(1);
  });

  test('refuses registration with a verified address and sends no mail', async () => {
    const { email, browser } = await squatted();
    await verify(browser, email);
    const before = mailbox.countTo(email);
    expect((await register(email)).status).toBe(409);
    await ask(email);
    await mailbox.mailTo(email, 'reset');
    expect(mailbox.countTo(email)).toBe(before + 1);
  });
});

test('unlinks the named accounts on a password change', async () => {
  const { browser, person } = await squatted();
  const [identity] = await browser.identities();
  const body = { ...passwordChange, unlink: [identity?.id ?? ''] };
  await browser.call(accountCalls.changePassword, { body });
  expect(await browser.identities()).toEqual([]);
  expect(await setting.newBrowser().signInWith('demo', person.id)).toBe('/choose-username');
});

describe('linking before the address is verified', () => {
  const begin = (browser: Browser, body?: { password?: string }) =>
    browser.attempt(accountCalls.beginIdentityLink, { params: { provider: 'demo' }, body });

  test('requires the password until the address is verified', async () => {
    const { browser, form: given } = await setting.registered();
    for (const body of [undefined, {}]) {
      expect(await begin(browser, body)).toMatchObject({
        status: 422,
        body: { code: 'auth.password_required', errors: { password: ['Current password is required'] } },
      });
    }
    expect(await begin(browser, { password: 'Wrong#Password1' })).toMatchObject({
      status: 422,
      body: { code: 'auth.wrong_password', errors: { password: ['Current password is wrong'] } },
    });
    expect((await begin(browser, { password })).status).toBe(200);
    await verify(browser, given.email);
    expect((await begin(browser)).status).toBe(200);
  });

  test('verifies the address when the provider has verified the same one', async () => {
    const { browser, form: given } = await setting.registered();
    await browser.link('demo', setting.newPerson({ email: given.email.toUpperCase(), emailVerified: false }).id);
    expect(await isVerified(browser)).toBe(false);
    await browser.link('other', setting.newPerson({ email: given.email.toUpperCase() }).id);
    expect(await isVerified(browser)).toBe(true);
  });

  test('verifies the address at a sign-in after the provider has verified it', async () => {
    const { browser, form: given } = await setting.registered();
    const person = setting.newPerson({ email: given.email, emailVerified: false });
    await browser.link('demo', person.id);
    setting.verify(person.id);
    const elsewhere = setting.newBrowser();
    expect(await elsewhere.signInWith('demo', person.id)).toBe('/');
    expect(await isVerified(elsewhere)).toBe(true);
  });

  test('needs no password for an account without one', async () => {
    const browser = setting.newBrowser();
    const { user } = await browser.join('demo', setting.newPerson().id);
    expect(user.email_verified).toBe(true);
    const without = setting.newBrowser();
    const joined = await without.join('demo', setting.newPerson({ emailVerified: false }).id);
    expect(joined.user).toMatchObject({ email: null, email_verified: false });
    expect((await begin(without)).status).toBe(200);
  });
});
