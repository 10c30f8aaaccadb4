import { once } from 'node:events';
import { createServer } from 'node:net';
import * as accountCalls from '@nightshelf/contracts/calls/accounts.ts';
import { closeAfterTests, freePort, startServiceProcess, until } from '@nightshelf/testing';
import { describe, expect, test, vi } from 'vitest';
import { startMailbox, tokenOf } from './mailbox.ts';
import { close, join, newPassword, type Person, password, tokenIn, tryLogIn, twice } from './people.ts';
import { redisOf, startAuth, startReplica } from './setup.ts';

const { forgotPassword, resetPassword } = accountCalls;
const main = new URL('../src/main.ts', import.meta.url).pathname;

const mailbox = await startMailbox();
const service = await startAuth(mailbox.settings);
const { sessions } = redisOf(service);

const mailsTo = ({ form }: Person) => mailbox.mailsTo(form.email, 'reset');

const ask = (username_or_email: string) => service.api.attempt(forgotPassword, { body: { username_or_email } });

const reset = (token: string, given = newPassword, api = service.api) =>
  api.attempt(resetPassword, { body: { token, ...twice(given) } });

const logIn = async ({ form }: Person, given: string) => (await tryLogIn(service.api, form.username, given)).status;

/** Requests a link and returns the token from its mail. */
async function mailedToken(person: Person): Promise<string> {
  const before = mailsTo(person).length;
  await ask(person.form.username);
  return mailbox.tokenTo(person.form.email, 'reset', before);
}

const rows = async (table: string) => (await service.query<{ count: number }>(`select count(*)::int from ${table}`))[0];
const noRequestsLeft = () =>
  until('all requests are answered', async () => (await rows('reset_requests'))?.count === 0);

describe('requesting a link', () => {
  test('sends a mail with a link whose token the database does not store', async () => {
    const person = await join(service);
    await ask(person.form.email.toUpperCase());
    const mail = await mailbox.mailTo(person.form.email, 'reset');
    expect(mail.from?.address).toBe('nightshelf@games.example');
    const link = `http://games.example/reset-password#token=${tokenOf(mail)}`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain('30 minutes');
    const stored = JSON.stringify(await service.query('select * from password_resets'));
    expect(stored).not.toContain(tokenOf(mail));
    await until('the link is kept nowhere', async () => (await rows('mails'))?.count === 0);
  });

  test('gives the same response for existing, unknown and closed accounts', async () => {
    const [person, without, inactive] = [await join(service), await join(service), await join(service)];
    await service.query('update users set email = null where id = $1', [without.user.id]);
    await close(service, inactive.user.id);
    const links = async () => (await service.query('select from password_resets')).length;
    const before = await links();
    const names = [person, without, inactive].map(({ form }) => form.username);
    const answers = await Promise.all([...names, 'nobody_here', 'nobody@example.org', "' or 1=1"].map(ask));
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toEqual({ success: true, message: answers[0]?.body.message });
    }
    await noRequestsLeft();
    await mailbox.mailTo(person.form.email, 'reset');
    const addresses = [...[person, without, inactive].map(({ form }) => form.email), 'nobody@example.org'];
    expect(addresses.map((address) => mailbox.mailsTo(address, 'reset').length)).toEqual([1, 0, 0, 0]);
    expect(await links()).toBe(before + 1);
  });

  test('sends at most three links an hour without reporting it', async () => {
    const person = await join(service);
    for (let at = 0; at < 6; at += 1) expect((await ask(person.form.username)).status).toBe(202);
    await noRequestsLeft();
    await until('all mails are sent', async () => (await rows('mails'))?.count === 0);
    const links = await service.query('select * from password_resets where user_id = $1', [person.user.id]);
    expect(links).toHaveLength(3);
    // A newer link cancels the unsent mails of older ones.
    expect(mailsTo(person).length).toBeGreaterThanOrEqual(1);
    expect(mailsTo(person).length).toBeLessThanOrEqual(3);
  });
});

describe('a link', () => {
  test("works even if the process's clock is an hour behind", async () => {
    const person = await join(service);
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      expect((await reset(await mailedToken(person))).status).toBe(200);
    } finally {
      clock.mockRestore();
    }
  });

  test('sets the password once, ends every session and allows sign-in', async () => {
    const person = await join(service);
    const token = await mailedToken(person);
    const answered = await reset(token);
    expect(answered).toMatchObject({ status: 200, body: { success: true } });
    expect(tokenIn(answered.headers)).toBeUndefined();
    expect(await sessions.find(person.token)).toBeNull();
    expect([await logIn(person, password), await logIn(person, newPassword)]).toEqual([401, 200]);
    expect(await reset(token, 'Another#Pass3')).toMatchObject({
      status: 400,
      body: { code: 'auth.reset_token_invalid', message: 'This link is no longer valid. Please request a new one.' },
    });
    expect(await logIn(person, newPassword)).toBe(200);
  });

  test('works for only one of many concurrent requests', async () => {
    const person = await join(service);
    const token = await mailedToken(person);
    const passwords = Array.from({ length: 8 }, (_, at) => `Distinct#${at}xyz`);
    const statuses = (await Promise.all(passwords.map((given) => reset(token, given)))).map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(await logIn(person, passwords[statuses.indexOf(200)] ?? '')).toBe(200);
  });

  test('is rejected when unknown, superseded, expired, or for a closed account', async () => {
    expect((await reset('A'.repeat(43))).status).toBe(400);
    const person = await join(service);
    const older = await mailedToken(person);
    const newer = await mailedToken(person);
    expect((await reset(older)).status).toBe(400);
    const expire = `update password_resets set expires_at = now() - interval '1 second' where user_id = $1`;
    await service.query(expire, [person.user.id]);
    expect((await reset(newer)).status).toBe(400);
    expect(await logIn(person, password)).toBe(200);
    const closed = await join(service);
    const token = await mailedToken(closed);
    await close(service, closed.user.id);
    expect((await reset(token)).status).toBe(400);
  });

  test('refuses a common password and stays valid', async () => {
    const person = await join(service);
    const token = await mailedToken(person);
    const refused = await reset(token, 'Password1!');
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({ password: ['This password is too common. Please choose another one.'] });
    expect(await sessions.find(person.token)).not.toBeNull();
    expect((await reset(token)).status).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(44), `${'A'.repeat(42)}'`])('rejects %j as a token', async (token) => {
    expect((await reset(token)).body.errors).toEqual({ token: ['The link is incomplete.'] });
  });
});

describe('the mail server', () => {
  test('retries after an outage across restarts and replicas and sends the mail once', async () => {
    const port = await freePort();
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RETRY_SECONDS: '0.2' };
    const down = await startAuth({ ...env, ROLES: 'http,jobs' });
    const person = await join(down);
    const { status } = await down.api.attempt(forgotPassword, { body: { username_or_email: person.form.username } });
    expect(status).toBe(202);
    await until(
      'it was tried in vain',
      async () => (await down.query('select from mails where attempts > 0')).length > 0,
    );
    await Promise.all([1, 2].map(() => startReplica(down, { ROLES: 'jobs' })));
    const back = await startMailbox(port);
    const received = () => back.mailsTo(person.form.email, 'reset');
    // Each failed attempt doubles the time to the next one.
    await until('the mail', () => received()[0], 60_000);
    await until('nothing is left to send', async () => (await down.query('select from mails')).length === 0, 60_000);
    expect(received()).toHaveLength(1);
    const body = { token: tokenOf(received()[0]), ...twice() };
    expect((await down.api.attempt(resetPassword, { body })).status).toBe(200);
  });

  test('sends a mail from another process after its sender was killed', async () => {
    const port = await freePort();
    const silent = createServer().listen(port, '127.0.0.1');
    const down = await startAuth({ SMTP_URL: `smtp://127.0.0.1:${port}`, ROLES: 'http' });
    const person = await join(down);
    // Removes the verification mail, which would be sent first.
    await down.query('delete from mails');
    const first = await startServiceProcess(main, { ...down.env, ROLES: 'http,jobs' });
    const connected = once(silent, 'connection');
    await down.api.attempt(forgotPassword, { body: { username_or_email: person.form.username } });
    const [connection] = await connected;
    await first.kill();
    connection.destroy();
    silent.close();
    await once(silent, 'close');
    const back = await startMailbox(port);
    const second = await startServiceProcess(main, { ...down.env, ROLES: 'http,jobs' });
    closeAfterTests(() => second.stop());
    // The lease ends half a minute after its last renewal.
    await until('the mail', () => back.mailsTo(person.form.email, 'reset')[0], 60_000);
  }, 240_000);

  test('gets no retry for an address that it permanently rejected', async () => {
    const person = await join(service);
    mailbox.refused.add(person.form.email);
    await ask(person.form.username);
    const made = () => service.query('select from password_resets where user_id = $1', [person.user.id]);
    await until('the link is made', async () => (await made()).length === 1);
    await until('the mail is dropped', async () => (await rows('mails'))?.count === 0);
    expect(mailsTo(person)).toEqual([]);
  });
});
