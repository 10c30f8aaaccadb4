import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { createAccount, type Gamer } from '../support/accounts.ts';
import { keptOn } from '../support/device.ts';
import { password } from '../support/gamer.ts';
import { holdCalls } from '../support/network.ts';
import { fillVault, games } from '../support/shelf.ts';
import { installForNewUser, signOut, untilKept } from './support.ts';

const kept = /^You’re offline\. Showing your vault as of .+\.$/;
const signInLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' });

/** Returns the pictures whose use the service worker has recorded, by workbox-expiration. */
const recordedPictures = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { promise: opened, resolve } = Promise.withResolvers<IDBDatabase | null>();
    const opening = indexedDB.open('workbox-expiration');
    // Opening a missing database must not create an empty one.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(null);
    opening.onsuccess = () => resolve(opening.result);
    const database = await opened;
    if (!database) return [];
    const read = Promise.withResolvers<{ url: string }[]>();
    const reading = database.transaction('cache-entries').objectStore('cache-entries').getAll();
    reading.onerror = () => read.reject(reading.error);
    reading.onsuccess = () => read.resolve(reading.result);
    const records = await read.promise;
    database.close();
    return records.map(({ url }) => url).filter((url) => !url.includes('/thumbnails/'));
  });

/** Returns all user data that the browser stores. */
const heldOf = (page: Page) =>
  page.evaluate(async () => {
    // Video pictures share the covers' origin, and home shows them to all users.
    const isCover = ({ url }: Request) => !url.includes('/thumbnails/');
    const hasCovers = async (name: string) => (await (await caches.open(name)).keys()).some(isCover);
    const names = (await caches.keys()).filter((name) => name.startsWith('nightshelf-'));
    const hasCover = await Promise.all(names.map(hasCovers));
    return [
      ...names.filter((_, place) => hasCover[place]),
      ...(await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.startsWith('nightshelf-')),
      ...Object.keys(localStorage).filter((key) => key === 'nightshelf-last-user'),
    ];
  });

/** Returns the number of stored vault games and game pages, which are stored a moment after they are shown. */
const countKept = async (page: Page) => [
  (await keptOn(page))?.entries.length,
  await page.evaluate(async () => {
    const kept = await (await caches.open('nightshelf-answers')).keys();
    return kept.filter(({ url }) => /\/api\/games\/[^/]+$/.test(url)).length;
  }),
];

interface KeptAccount {
  readonly gamer: Gamer;
  /** Sends the session's cookie from outside the browser. */
  readonly stolen: APIRequestContext;
  /** Returns 200 while the session exists. */
  readonly status: () => Promise<number>;
}

/** Extends the test with a user whose browser stores a vault of two games and a game page. */
const test = base.extend<{ readonly keptAccount: KeptAccount }>({
  keptAccount: async ({ page, playwright, baseURL }, use) => {
    const gamer = await installForNewUser(page);
    await fillVault(page.request, { pacMan: { status: 'playing', rating: 8 }, pong: { status: 'completed' } });
    await page.goto('/library');
    await expect(page.getByText('2 of 2 games')).toBeVisible();
    await page.goto(`/game/${games.pacMan.guid}`);
    await expect(page.getByRole('heading', { name: 'About This Game' })).toBeVisible();
    await expect.poll(() => countKept(page)).toEqual([2, 1]);
    expect(await heldOf(page)).toContain('nightshelf-last-user');
    const cookie = gamer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const stolen = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { cookie } });
    await use({ gamer, stolen, status: async () => (await stolen.get('/api/auth/profile')).status() });
    await stolen.dispose();
  },
});
test.use({ serviceWorkers: 'allow' });

test('signs out offline, and ends the session online', { tag: '@mobile' }, async ({ page, context, keptAccount }) => {
  const { status } = keptAccount;
  const tab = await context.newPage();
  await tab.goto('/library');
  await context.setOffline(true);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(
    page.getByText('You’re signed out on this device. The server will be informed when you’re back online.'),
  ).toBeVisible();
  await expect(signInLink(page)).toBeVisible();
  await expect(signInLink(tab)).toBeVisible();
  await expect.poll(() => heldOf(page)).toEqual([]);
  await expect(page.getByRole('heading', { name: 'Pac-Man' })).toHaveCount(0);
  expect(await status()).toBe(200);

  const next = await context.newPage();
  await tab.close();
  await page.close();
  await next.goto('/library');
  await expect(next).toHaveURL('/login');
  await context.setOffline(false);
  await expect.poll(status).toBe(401);
  await next.reload();
  await expect(signInLink(next)).toBeVisible();
  await expect(next.getByText('Welcome,')).toHaveCount(0);
});

test('sign-out deletes cover records, and the worker keeps recording', async ({ page, keptAccount: _ }) => {
  // The worker controls the page now, so it handles the covers of this visit.
  await page.goto('/library');
  await expect.poll(() => recordedPictures(page)).not.toEqual([]);
  const [cover = ''] = await recordedPictures(page);
  await signOut(page);
  await expect.poll(() => recordedPictures(page)).toEqual([]);

  // Uses a new address: the page serves known ones from memory, without the worker.
  const other = `${cover}?other`;
  await page.evaluate((src) => {
    new Image().src = src;
  }, other);
  await expect.poll(() => recordedPictures(page)).toEqual([other]);
});

test('sign-out deletes stored data even when another tab did so first', async ({ page, context, keptAccount: _ }) => {
  const tab = await context.newPage();
  await tab.goto('/library');
  await expect(tab.getByText('2 of 2 games')).toBeVisible();
  const answer = await holdCalls(page, '**/api/auth/logout');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(signInLink(tab)).toBeVisible();
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('nightshelf-last-user'))).toBeNull();
  // Gives the page time to learn that its data is gone.
  await page.waitForTimeout(500);
  answer();
  await expect(signInLink(page)).toBeVisible();
  await expect.poll(() => heldOf(page)).toEqual([]);
});

test('ends the session of a failed sign-out at the next sign-in', async ({ page, request, keptAccount }) => {
  const other = await createAccount(request);
  await page.route('**/api/auth/logout', (route) => route.abort());
  await signOut(page);
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(other.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.unroute('**/api/auth/logout');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(`Welcome, ${other.username}`)).toBeVisible();
  await expect.poll(keptAccount.status).toBe(401);
  await page.reload();
  await expect(page.getByText(`Welcome, ${other.username}`)).toBeVisible();
});

test('deletes stored data when the session has ended or expired', async ({ page, context, keptAccount }) => {
  await test.step('ended elsewhere', async () => {
    await context.setOffline(true);
    await page.goto('/library');
    await expect(page.getByText(kept)).toBeVisible();
    expect((await keptAccount.stolen.post('/api/auth/logout')).ok()).toBe(true);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Pac-Man' })).toHaveCount(0);
    await expect(signInLink(page)).toBeVisible();
    await expect.poll(() => heldOf(page)).toEqual([]);
  });

  await test.step('ended by time, and the clock set back', async () => {
    await page.request.post('/api/auth/login', { data: { username_or_email: keptAccount.gamer.username, password } });
    await page.goto('/library');
    await expect(page.getByText('2 of 2 games')).toBeVisible();
    await untilKept(page, 2);
    await context.setOffline(true);
    const now = Date.now();
    await page.clock.setFixedTime(now + 13.9 * 24 * 60 * 60_000);
    await page.goto('/library');
    await expect(page.getByText(kept)).toBeVisible();
    await page.clock.setFixedTime(now + 14.1 * 24 * 60 * 60_000);
    await page.goto('/library');
    await expect(page).toHaveURL('/login');
    await expect.poll(() => heldOf(page)).toEqual([]);
    await page.clock.setFixedTime(now);
    await page.goto('/library');
    await expect(page).toHaveURL('/login');
  });
});

test('shows seen pages offline, with their date', { tag: '@mobile' }, async ({ page, context, keptAccount }) => {
  const main = page.getByRole('main');
  await context.setOffline(true);

  await test.step('home', async () => {
    await page.goto('/');
    await expect(main.getByText(/^You’re offline\. Showing your games as of .+\.$/)).toBeVisible();
    await expect(main.getByRole('link', { name: 'Pac-Man' }).first()).toBeVisible();
    await expect(main.getByText('Followers')).toBeVisible();
    await expect(page.getByText('Sign up', { exact: false })).toHaveCount(0);
  });

  await test.step('profile with its figures', async () => {
    await page.goto('/profile');
    await expect(main.getByText(/^You’re offline\. Showing your profile as of .+\.$/)).toBeVisible();
    await expect(main.getByText(keptAccount.gamer.email)).toBeVisible();
    await expect(main.getByText('Total games')).toBeVisible();
    await expect(main.getByText('1 of 2 games rated')).toBeVisible();
    await expect(main.getByLabel('Privacy')).toHaveCount(0);
  });

  await test.step('a game that was looked at, with its text', async () => {
    await page.goto(`/game/${games.pacMan.guid}`);
    // The game and its play history both say so.
    await expect(main.getByText(/^You’re offline\. Last updated .+\.$/).first()).toBeVisible();
    await expect(main.getByRole('heading', { name: 'About This Game' })).toBeVisible();
    await expect(main.getByText('8 of 10')).toBeVisible();
  });

  await test.step('an unopened game of the vault shows what the vault has; another game, a message', async () => {
    await page.goto(`/game/${games.pong.guid}`);
    await expect(main.getByRole('heading', { name: 'Pong' })).toBeVisible();
    await expect(main.getByText(/^You’re offline\. Only details from your vault/)).toBeVisible();
    await expect(main.getByText('November 29, 1972')).toBeVisible();
    await page.goto(`/game/${games.galaga.guid}`);
    await expect(main.getByRole('heading', { name: 'Not on this device' })).toBeVisible();
    await main.getByRole('link', { name: 'Open your vault' }).click();
    await expect(page.getByText(kept)).toBeVisible();
  });

  await test.step('back online everything is the server’s', async () => {
    await page.goto(`/game/${games.pacMan.guid}`);
    await expect(main.getByText(/^You’re offline/).first()).toBeVisible();
    await context.setOffline(false);
    await expect(main.getByText(/^You’re offline/)).toHaveCount(0);
    await expect(main.getByRole('button', { name: 'Edit' })).toBeVisible();
  });
});
