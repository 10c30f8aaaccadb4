import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import * as authCalls from '@nightshelf/contracts/calls/auth.ts';
import * as factorCalls from '@nightshelf/contracts/calls/factors.ts';
import { userFollowed } from '@nightshelf/contracts/events/follows.ts';
import { userDeleted, userUpdated } from '@nightshelf/contracts/events/users.ts';
import { listActions } from '@nightshelf/platform/operators/audit.ts';
import { until } from '@nightshelf/testing';
import { expect, test, vi } from 'vitest';
import { addPasskey, FactorBrowser, halfway, withTotp } from './factor-browser.ts';
import { startMailbox } from './mailbox.ts';
import { mailedReset } from './mailed-links.ts';
import { eventsOf, join, kindsOf, logIn, tryLogIn, twice } from './people.ts';
import { redisOf, startAuth } from './setup.ts';

const mailbox = await startMailbox();
const service = await startAuth({ RATE_LIMIT_FACTOR: '1000', SMTP_URL: mailbox.url });
const { redis, sessions } = redisOf(service);

/** Runs `accounts …`. @returns the printed lines */
async function accounts(...args: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  try {
    await service.command('accounts', ...args);
    return print.mock.calls.map(([line]) => String(line)).join('\n');
  } finally {
    print.mockRestore();
  }
}

const signIn = (name: string) => tryLogIn(service.api, name);

test('signs a disabled user out and refuses sign-in like a wrong password until enabled', async () => {
  const { form: given, user, token } = await join(service);
  await logIn(service.api, given.username);
  const wrong = await signIn('nobody_of_this_name');
  const received = await accounts('disable', given.email);
  expect(received).toContain(`${user.username} is signed out everywhere, can no longer sign in`);
  expect(received).toContain(`${user.username} is disabled and was signed out of 2 sessions`);
  expect([await sessions.find(token), await sessions.list(user.id)]).toEqual([null, []]);
  for (const name of [given.username, given.email]) {
    const refused = await signIn(name);
    const { request_id: _, ...answer } = refused.body;
    const { request_id: __, ...expected } = wrong.body;
    expect([refused.status, answer]).toEqual([wrong.status, expected]);
  }
  const events = () => eventsOf(service, userUpdated, user.id);
  expect(await events()).toMatchObject([{ version: 2, data: { is_active: false } }]);
  const returned = await sessions.begin({ userId: user.id, username: user.username });
  expect(await accounts('disable', given.username)).toContain('was disabled before; nothing changed');
  expect(await sessions.find(returned)).toBeNull();
  expect(await accounts('show', user.id)).toMatch(/state +disabled since 20/);

  expect(await accounts('enable', user.id)).toContain('is enabled');
  expect(await accounts('enable', user.id)).toContain('was enabled before; nothing changed');
  expect((await signIn(given.username)).status).toBe(200);
  expect(await events()).toHaveLength(2);
});

test('invalidates reset links of a disabled user and sends none', async () => {
  const { form: given, user } = await join(service);
  const token = await mailedReset(service, user.id);
  await accounts('disable', user.id);
  await service.api.call(accountCalls.forgotPassword, { body: { username_or_email: given.email } });
  await until('the request is answered', async () => (await service.query('select from reset_requests')).length === 0);
  const mails = `select from mails where user_id = $1 and payload ->> 'kind' = 'password-reset'`;
  expect(await service.query(mails, [user.id])).toEqual([]);
  expect(mailbox.mailsTo(given.email, 'reset')).toEqual([]);
  await accounts('enable', user.id);
  const body = { token, ...twice('Analytical#2') };
  expect((await service.api.attempt(accountCalls.resetPassword, { body })).status).toBe(400);
});

test('ends sessions that begin while the account is being disabled', async () => {
  const { form: given, user } = await join(service);
  const attempts = Array.from({ length: 12 }, () => signIn(given.username));
  const closing = accounts('disable', user.id);
  await Promise.all([closing, ...attempts]);
  expect(await sessions.list(user.id)).toEqual([]);
});

test('excludes disabled users from follow counts until enabled', async () => {
  const [ann, bob] = [await join(service), await join(service)];
  await service.deliver(userFollowed, { data: { follower_id: ann.user.id, followee_id: bob.user.id } });
  await service.deliver(userFollowed, { data: { follower_id: bob.user.id, followee_id: ann.user.id } });
  const counts = async () => {
    const { user } = await bob.api.call(authCalls.getProfile, {});
    return [user.follower_count, user.following_count];
  };
  await until('both are here', async () => (await counts()).join() === '1,1');
  await accounts('disable', ann.user.id);
  expect(await counts()).toEqual([0, 0]);
  await accounts('enable', ann.user.id);
  expect(await counts()).toEqual([1, 1]);
});

test('ends every session on sign-out and changes nothing else', async () => {
  const { user, form: given } = await join(service);
  expect(await accounts('sign-out', given.username)).toContain('was signed out of 1 session.');
  expect(await accounts('sign-out', given.username)).toContain('was signed in nowhere');
  expect(await sessions.list(user.id)).toEqual([]);
  expect((await signIn(given.username)).status).toBe(200);
});

test('removes all second factors, ends all sessions and notifies the user', async () => {
  const { browser, user, form: given, app } = await withTotp(service);
  const { key } = await addPasskey({ browser });
  await browser.call(factorCalls.makeRecoveryCodes);
  const pending = new FactorBrowser(service);
  expect((await pending.logIn(given.username)).status).toBe(401);
  expect(await accounts('show', user.id)).toMatch(/^second factors +authenticator app, 1 passkey, 10 recovery codes$/m);
  const received = await accounts('reset-factors', given.email);
  expect(received).toContain('Verify who asks for this.');
  expect(received).toContain(`${user.username} has no second factor any more and was signed out of 1 session.`);
  expect(await sessions.list(user.id)).toEqual([]);
  expect(await accounts('show', user.id)).toMatch(/^second factors +none$/m);
  // The removed factors open nothing, and a pending second step must start over.
  expect((await pending.attempt(factorCalls.getSecondStep, {})).body.code).toBe('auth.no_second_step');
  expect((await pending.finish({ code: app() })).status).toBe(422);
  const stolen = new FactorBrowser(service);
  const assertion = key.get(await stolen.challenge('sign-in'));
  expect((await stolen.attempt(factorCalls.signInWithPasskey, { body: { assertion } })).status).toBe(401);
  expect((await signIn(given.username)).status).toBe(200);
  const mail = await mailbox.mailTo(given.email, 'factorsReset');
  expect(mail.text).toContain('If you didn’t request this, change your password now');
  expect(await kindsOf(service, user.id)).toContain('factors_reset');
  expect(await accounts('reset-factors', user.id)).toContain('had no second factor; nothing changed.');
  // Nothing changed, so the new session stays.
  expect(await sessions.list(user.id)).toHaveLength(1);
  const actions = (await listActions(redis, 100)).filter(({ target }) => target === user.id);
  expect(actions).toMatchObject([
    { who: 'command line', what: 'reset-factors account', outcome: 'was so before' },
    { who: 'command line', what: 'reset-factors account', outcome: 'done' },
  ]);
  expect(JSON.stringify(actions)).not.toContain(user.username);
});

test('removes factors once for two concurrent requests and ends concurrent sign-ins', async () => {
  const { user, form: given, app } = await withTotp(service);
  const pending = await halfway(service, given.username);
  await Promise.all([
    accounts('reset-factors', user.id),
    pending.finish({ code: app() }),
    accounts('reset-factors', user.id),
  ]);
  expect(await sessions.list(user.id)).toEqual([]);
  expect((await kindsOf(service, user.id)).filter((kind) => kind === 'factors_reset')).toHaveLength(1);
  expect((await signIn(given.username)).status).toBe(200);
});

test('lists accounts in pages, searches by substring and prints JSON', async () => {
  const mark = randomUUID().slice(0, 6);
  const names = ['a', 'b', 'c'].map((letter) => `z${mark}${letter}`);
  for (const username of names) await join(service, { username, email: `${username}@example.org` });
  const page = async (...args: string[]) =>
    JSON.parse(await accounts('list', '--json', '--search', mark.toUpperCase(), '--limit', '2', ...args)) as {
      users: { username: string }[];
      next: string | null;
    };
  const first = await page();
  expect([first.users.map(({ username }) => username), first.next]).toEqual([names.slice(0, 2), names[1]]);
  const second = await page('--after', first.next ?? '');
  expect([second.users.map(({ username }) => username), second.next]).toEqual([names.slice(2), null]);
  await accounts('disable', names[2] ?? '');
  expect((await page('--disabled')).users.map(({ username }) => username)).toEqual(names.slice(2));
  expect(await accounts('list', '--search', mark)).toMatch(/^username +state +email +since +id\n.*\n/);
  expect(await accounts('list', '--search', 'nobody is called so')).toBe('No such accounts.');
  const shown = JSON.parse(await accounts('show', names[0] ?? '', '--json'));
  expect(shown.user).toMatchObject({ username: names[0], sessions: 1, has_password: true, providers: [] });
  expect(JSON.stringify(shown)).not.toContain('argon2');
});

test.each([
  [[], 2],
  [['explode', 'ada'], 2],
  [['show'], 2],
  [['show', 'ada', 'bob'], 2],
  [['list', '--limit', '0'], 2],
  [['list', '--limit', '1001'], 2],
  [['list', '--what'], 2],
  [['show', 'nobody_of_this_name'], 3],
  [['disable', `${randomUUID()}`], 3],
  [['reset-factors', 'nobody_of_this_name'], 3],
  [['delete', 'nobody@example.org', '--yes'], 3],
])('accounts %j exits with %d and a message', async (args, exitCode) => {
  await expect(accounts(...args)).rejects.toMatchObject({
    exitCode,
    message: expect.stringMatching(exitCode === 3 ? /^There is no user / : /^Usage: accounts/),
  });
});

test('deletes only after confirmation, erases the user and publishes the deletion once', async () => {
  const { form: given, user, token, api } = await join(service, {}, { key: randomUUID() });
  await api.call(authCalls.updateProfile, { body: { privacy: 'private' } }, { key: randomUUID() });
  await expect(accounts('delete', user.id)).rejects.toMatchObject({ exitCode: 2 });
  expect((await signIn(given.username)).status).toBe(200);
  const both = await Promise.allSettled([accounts('delete', user.id, '--yes'), accounts('delete', user.id, '--yes')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const versions = async () => (await eventsOf(service, userDeleted, user.id)).map(({ version }) => version);
  expect(await versions()).toEqual([3]);
  expect(await sessions.find(token)).toBeNull();
  expect((await api.attempt(authCalls.getProfile, {})).status).toBe(401);
  expect((await signIn(given.username)).status).toBe(401);
  const kept = 'select from idempotency_keys where user_id = $1 or strpos(result, $1::text) > 0';
  await until('kept answers are gone', async () => (await service.query(kept, [user.id])).length === 0);
  const again = await join(service, { username: given.username, email: given.email });
  expect(again.user.id).not.toBe(user.id);
  await service.command('republish');
  expect(await versions()).toEqual([3, 3]);
});

test('prints one-line errors and exits with the right code as a process', async () => {
  const { user } = await join(service);
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, 'accounts', ...args], {
      env: { ...process.env, ...service.env, LOG_LEVEL: 'warn' },
      encoding: 'utf8',
    });
  const unknown = run('show', 'nobody_of_this_name');
  expect([unknown.status, unknown.stderr]).toEqual([3, 'There is no user nobody_of_this_name.\n']);
  const received = run('disable', user.id, '--json');
  expect([received.status, received.stderr]).toEqual([0, '']);
  expect(JSON.parse(received.stdout)).toMatchObject({ user: { id: user.id }, changed: true, sessions_ended: 1 });
});
