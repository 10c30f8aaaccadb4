import { expect, type Page, test } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { keptOn, untilInstalled } from '../support/device.ts';
import { choose } from '../support/entry-form.ts';
import { register, someName, submitSignIn } from '../support/gamer.ts';
import { addDescribed, installForNewUser, signOut, untilKept } from './support.ts';

test.use({ serviceWorkers: 'allow' });

const kept = /^You’re offline\. Showing your vault as of .+\.$/;

const isKept = async (page: Page) => ((await keptOn(page))?.entries.length ?? 0) > 0;

/** Returns the path and query of generated covers stored for offline use. */
const keptCovers = (page: Page) =>
  page.evaluate(async () => {
    const kept = await (await caches.open('nightshelf-covers')).keys();
    return kept.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
  });

/** Opens the vault of a new user with one game in it, and waits until the browser has stored it. */
async function keepVaultWith(page: Page, name: string) {
  const gamer = await installForNewUser(page);
  await addDescribed(page.request, { name });
  await page.goto('/library');
  await expect(page.getByText('1 of 1 games')).toBeVisible();
  await untilKept(page);
  return gamer;
}

test('stores the latest change, and drawn covers until sign-out', async ({ page, context }) => {
  await keepVaultWith(page, 'Changing Game');
  const cover = page.getByRole('article').filter({ hasText: 'Changing Game' }).locator('img');
  const address = '/api/games/covers?name=Changing+Game';
  await expect(cover).toHaveAttribute('src', address);
  await expect.poll(() => keptCovers(page)).toContain(address);
  await page.getByRole('button', { name: 'Edit Changing Game' }).click();
  await choose(page.getByRole('dialog'), 'Status', 'Completed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await keptOn(page))?.entries).toMatchObject([{ status: 'completed' }]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(kept)).toBeVisible();
  await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await signOut(page);
  await expect.poll(() => keptCovers(page)).not.toContain(address);
});

test('leaves no data to the next user', async ({ page, context }) => {
  const { username: ada } = await keepVaultWith(page, 'Known to Ada Alone');

  await test.step('signing out deletes it', async () => {
    await signOut(page);
    await expect.poll(() => isKept(page)).toBe(false);
    await context.setOffline(true);
    await page.goto('/library');
    await expect(page).toHaveURL('/login');
    await context.setOffline(false);
  });

  await test.step('a session that expired offline leaves no data for the next user', async () => {
    await page.goto('/login');
    await submitSignIn(page, ada);
    await expect(page.getByText(`Welcome, ${ada}`)).toBeVisible();
    await page.goto('/library');
    await expect.poll(() => isKept(page)).toBe(true);
    await context.clearCookies();
    await register(page, someName('bob'));
    await expect.poll(() => isKept(page)).toBe(false);
    await context.setOffline(true);
    await page.goto('/library');
    // The browser may have stored the user's own vault by now.
    await expect(page.getByText('Failed to load your library').or(page.getByText('No games yet'))).toBeVisible();
    await expect(page.getByText('Known to Ada Alone')).toHaveCount(0);
  });
});

test('shows seen journal months and lists offline until sign-out', async ({ page, context }) => {
  await createAccount(page.request);
  const { id } = await addDescribed(page.request, { name: 'A Game Once Seen' });
  const session = { day: '2024-02-29', minutes: 75, note: 'Across the net' };
  expect((await page.request.post(`/api/games/library/${id}/sessions`, { data: session })).status()).toBe(201);
  const { list } = await (await page.request.post('/api/games/lists', { data: { name: 'On the train' } })).json();
  await page.request.post(`/api/games/lists/${list.id}/games`, { data: { entry_ids: [id] } });
  const listed = page.getByRole('region', { name: 'Sessions of the month' });
  await page.goto('/journal?month=2024-02');
  await expect(listed).toContainText('Across the net');
  await untilInstalled(page);
  // The browser stores responses a moment after it shows them.
  const kept = () => page.evaluate(async () => (await (await caches.open('nightshelf-answers')).keys()).length);
  await expect.poll(kept).toBe(2);
  await page.goto(`/lists/${list.id}`);
  await expect(page.getByRole('heading', { name: 'A Game Once Seen' })).toBeVisible();
  await expect.poll(kept).toBe(3);
  await page.goto('/lists');
  await expect(page.getByRole('link', { name: /On the train/ })).toBeVisible();
  await expect.poll(kept).toBe(4);

  await context.setOffline(true);
  const asOf = page.getByText(/^You’re offline\. Last updated /);
  await page.goto('/lists');
  await expect(asOf).toBeVisible();
  await page.getByRole('link', { name: /On the train/ }).click();
  await expect(page.getByRole('heading', { name: 'A Game Once Seen' })).toBeVisible();
  await expect(asOf).toBeVisible();
  await page.goto('/journal?month=2024-02');
  await expect(asOf).toBeVisible();
  await expect(listed).toContainText('Across the net');
  await page.getByRole('link', { name: /^Previous month: / }).click();
  await expect(page.getByText(/this month isn’t saved on this device/)).toBeVisible();
  await page.goBack();
  await expect(listed).toBeVisible();
  await context.setOffline(false);
  await expect(asOf).toBeHidden();

  await signOut(page);
  await expect.poll(kept).toBe(0);
});

test('other pages open offline, and name what is missing', async ({ page, context }) => {
  await page.goto('/');
  await untilInstalled(page);
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome to Your Game Library' })).toBeVisible();
  await expect(page.getByText('Failed to load daily reviews')).toBeVisible();
  await page.goto('/game/3030-1');
  await expect(page.getByText('Failed to load game details')).toBeVisible();
  await page.goto('/search?q=zelda');
  await expect(page.getByText('Search Error')).toBeVisible();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
});

test('can be installed', async ({ page, request }) => {
  await page.goto('/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(address ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Nightshelf', display: 'standalone', start_url: '/' });
  const shortcuts = manifest.shortcuts.map(({ name }: { readonly name: string }) => name);
  expect(shortcuts).toEqual(['Tonight', 'Search', 'Vault', 'Notifications', 'Users']);
  expect(manifest.share_target).toMatchObject({ action: '/search', method: 'GET', params: { text: 'text' } });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect([src, icon.status(), icon.headers()['content-type']?.split(';')[0]]).toEqual([src, 200, type]);
  }
  expect((await request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
  await untilInstalled(page);
  // Longer than the server's limit for addresses. Visitors must sign in first.
  await page.goto(`/search?${new URLSearchParams({ text: 'Look at Tempest! '.repeat(900) })}`);
  await expect(page).toHaveURL('/login');
});

test('keeps stored data until newer data has replaced it', async ({ page }) => {
  await createAccount(page.request);
  const isKept = (place: string) =>
    page.evaluate(async (end) => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const kept = (await Promise.all(all.map((cache) => cache.keys()))).flat();
      return kept.some(({ url }) => url.includes('/kept/') && url.endsWith(end));
    }, place);
  const visits = [
    ['/lists', '/api/games/lists'],
    ['/game/3030-20010', '/games/3030-20010'],
  ] as const;
  for (const [path, place] of visits) {
    await page.goto(path);
    await expect.poll(() => isKept(place)).toBe(true);
  }
  // Simulates leaving the page during the write.
  await page.addInitScript(() => {
    Cache.prototype.put = (address) => {
      document.documentElement.dataset.putting = `${document.documentElement.dataset.putting} ${address} `;
      return new Promise(() => undefined);
    };
  });
  for (const [path, place] of visits) {
    await page.goto(path);
    await expect(page.locator(`html[data-putting*="${place} "]`)).toBeAttached();
    expect(await isKept(place)).toBe(true);
  }
});
