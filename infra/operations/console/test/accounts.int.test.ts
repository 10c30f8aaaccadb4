import { randomUUID } from 'node:crypto';
import { authService } from '@nightshelf/auth/service';
import { startTestService, type TestService } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningConsole, startConsole } from '../src/start-console.ts';
import { Browser, password } from './browser.ts';

let auth: TestService;
let operators: RunningConsole;
let browser: Browser;

beforeAll(async () => {
  auth = await startTestService(authService);
  operators = await startConsole({
    PORT: '0',
    REDIS_URL: auth.env.REDIS_URL,
    DATABASE_URLS: auth.env.DATABASE_URL,
    CONSOLE_PASSWORD: password,
    LOG_LEVEL: 'silent',
  });
  browser = new Browser(operators);
  await browser.signIn();
});
afterAll(async () => {
  await operators?.stop();
  await auth?.stop();
});

async function newAccount(username = `u${randomUUID().replaceAll('-', '').slice(0, 12)}`) {
  const id = randomUUID();
  await auth.query(
    `insert into users (id, username, email, password_hash, created_at, is_active, privacy, version, first_name)
     values ($1, $2, $2 || '@example.org', 'none', now(), true, 'public', 1, '<b>bold</b>')`,
    [id, username],
  );
  return { id, username };
}

const isActive = async (id: string) =>
  (await auth.query<{ is_active: boolean }>('select is_active from users where id = $1', [id]))[0]?.is_active;

test('finds accounts by parts of name and address, in pages', async () => {
  const mark = `m${randomUUID().slice(0, 6)}`;
  for (let at = 0; at < 51; at += 1) await newAccount(`${mark}${String(at).padStart(2, '0')}`);
  const first = await browser.text(`/accounts?search=${mark.toUpperCase()}`);
  expect(first.match(new RegExp(`>${mark}\\d\\d<`, 'g'))).toHaveLength(50);
  const [, more = ''] = /href="(\/accounts\?[^"]+)">More/.exec(first) ?? [];
  const second = await browser.text(more.replaceAll('&amp;', '&'));
  expect(second.match(new RegExp(`>${mark}\\d\\d<`, 'g'))).toEqual([`>${mark}50<`]);
  expect(await browser.text('/accounts?search=%3Cscript%3E')).not.toContain('<script>');
  expect((await browser.get(`/accounts?search=${'x'.repeat(300)}`)).status).toBe(404);
});

test('shows, disables, enables and signs out an account, and reports each on the next page', async () => {
  const { id, username } = await newAccount();
  const shown = await browser.text(`/accounts/${id}`);
  expect(shown).toContain(`${username}@example.org`);
  expect(shown).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(shown).toContain('is signed out everywhere, can no longer sign in');
  const act = async (action: string) => {
    expect((await browser.post(`/accounts/${id}/${action}`)).headers.get('location')).toBe(`/accounts/${id}`);
    return browser.text(`/accounts/${id}`);
  };
  expect(await act('disable')).toContain(`${username} is disabled`);
  expect(await isActive(id)).toBe(false);
  expect(await browser.text('/accounts?disabled=1')).toContain(username);
  expect(await act('enable')).toContain(`${username} is enabled`);
  expect(await isActive(id)).toBe(true);
  expect(await act('sign-out')).toContain('was signed in nowhere');
  expect(await act('reset-factors')).toContain('had no second factor; nothing changed.');
  expect(await browser.text(`/accounts/${id}`)).not.toContain('role="status"');
});

test('deletes an account only when its name is typed', async () => {
  const { id, username } = await newAccount();
  for (const name of ['', 'another user', username.toUpperCase()]) {
    await browser.post(`/accounts/${id}/delete`, { name });
    expect(await browser.text(`/accounts/${id}`)).toContain('Nothing was deleted');
  }
  expect((await browser.post(`/accounts/${id}/delete`, { name: username })).headers.get('location')).toBe('/accounts');
  expect(await browser.text('/accounts')).toContain(`${username} is deleted`);
  expect(await isActive(id)).toBeUndefined();
  expect((await browser.get(`/accounts/${id}`)).status).toBe(404);
  expect((await browser.post(`/accounts/${id}/delete`, { name: username })).status).toBe(404);
  const audit = await browser.text('/audit');
  expect(audit).toContain('delete account');
  expect(audit).toContain(id);
  expect(audit).not.toContain(username);
});

test('changes nothing without the token, from another origin or when signed out', async () => {
  const { id } = await newAccount();
  const refused = [
    await browser.post(`/accounts/${id}/disable`, { csrf: '' }),
    await browser.post(`/accounts/${id}/disable`, {}, { origin: 'https://evil.example' }),
    await browser.post(`/accounts/${id}/disable`, {}, { 'sec-fetch-site': 'cross-site' }),
    await new Browser(operators).post(`/accounts/${id}/disable`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 401]);
  for (const path of [`/accounts/${id}/explode`, `/accounts/${id}%00/disable`, '/accounts/x/disable']) {
    expect((await browser.post(path)).status).toBe(404);
  }
  expect(await isActive(id)).toBe(true);
});
