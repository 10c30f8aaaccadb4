import { expect, type Page, test } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { untilInstalled } from '../support/device.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns the path and query of generated covers stored for offline use. */
const keptCovers = (page: Page) =>
  page.evaluate(async () => {
    const kept = await (await caches.open('nightshelf-covers')).keys();
    return kept.map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search);
  });

test('keeps drawn covers offline, and removes them at sign-out', async ({ page, context }) => {
  await createAccount(page.request);
  const name = 'Drawn for the Train';
  const game = { guid: `3030-${Date.now()}`, name, status: 'playing' };
  expect((await page.request.post('/api/games/library/add-external', { data: game })).status()).toBe(201);
  await page.goto('/');
  await untilInstalled(page);
  await page.goto('/library');
  const cover = page.getByRole('article').filter({ hasText: name }).locator('img');
  const address = '/api/games/covers?name=Drawn+for+the+Train';
  await expect(cover).toHaveAttribute('src', address);
  await expect.poll(() => keptCovers(page)).toContain(address);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^You’re offline\./)).toBeVisible();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => keptCovers(page)).not.toContain(address);
});
