import { test as base, expect, type Page } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { holdCalls } from '../support/network.ts';
import { openPalette, untilShortcutsWork } from '../support/palette.ts';
import { games, test } from '../support/shelf.ts';
import { addDescribed, installForNewUser, signOut, untilKept } from './support.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search games' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const options = (page: Page) => list(page).getByRole('option');
const group = (page: Page, name: string) => list(page).getByRole('group', { name });
const active = (page: Page) => list(page).getByRole('option', { selected: true });

/** Makes the catalog store the provider's games with this name, like any user's search does. */
async function searchedBefore(page: Page, q: string): Promise<void> {
  const { results } = await (await page.request.get(`/api/games/search/external?q=${q}&limit=20`)).json();
  const stored = await page.request.post('/api/games/cache-search-results', { data: { results } });
  expect(stored.status()).toBe(200);
}

test('suggests from two letters, own games first, by keyboard', { tag: '@mobile' }, async ({ page, openVault }) => {
  await searchedBefore(page, 'pac');
  await openVault({ pacMan: { status: 'playing' } });
  await box(page).focus();
  await page.keyboard.type('p');
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('a');

  const own = group(page, 'In your vault').getByRole('option');
  await expect(own).toHaveText(/Pac-Man.*1980 · .*In your vault: Playing/);
  await expect(own.locator('mark')).toHaveText('Pa');
  await expect(group(page, 'Games').getByRole('option').first()).toBeVisible();
  await expect(group(page, 'Games').getByText('Pac-Man', { exact: true })).toHaveCount(0);
  await expect(async () => {
    const count = await options(page).count();
    await expect(page.getByText(`${count} suggestions. Arrow keys choose.`)).toBeAttached({ timeout: 1000 });
  }).toPass();

  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText(/Pac-Man/);
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
  await page.keyboard.press('End');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('pa');
  await page.keyboard.type('c');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText(/Pac-Man/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/game/${games.pacMan.guid}`);
  await expect(box(page)).toHaveValue('');
});

base('Enter searches; recent searches until cleared or sign-out', async ({ page }) => {
  await createAccount(page.request);
  await page.goto('/');
  const kept = () => page.evaluate(() => localStorage.getItem('nightshelf-recent-searches') ?? '');
  await box(page).fill('pac-man');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=pac-man');
  // Focus moves from the search box to the page.
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeFocused();
  await untilShortcutsWork(page);
  await page.keyboard.press('/');
  await expect(group(page, 'Recent searches').getByRole('option').first()).toHaveText('pac-man');
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toHaveText('Clear recent searches');
  await page.keyboard.press('Enter');
  await expect(list(page)).toHaveCount(0);
  await expect.poll(kept).toBe('');

  await page.keyboard.type('galaga');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=galaga');
  await page.goto('/');
  await box(page).click();
  await options(page).filter({ hasText: 'galaga' }).click();
  await expect(page).toHaveURL('/search?q=galaga');
  await expect.poll(kept).toContain('galaga');
  await signOut(page);
  await expect.poll(kept).toBe('');
});

base('ignores a late response', async ({ page }) => {
  for (const q of ['pac', 'galaga']) await searchedBefore(page, q);
  const release = await holdCalls(page, '**/api/games/suggest?q=pac&**');
  await page.goto('/');
  const asked = page.waitForRequest(/suggest\?q=pac&/);
  await box(page).fill('pac');
  await asked;
  await box(page).fill('galaga');
  await expect(options(page).first()).toHaveText(/Galaga/);
  release();
  await box(page).press('ArrowDown');
  await expect(active(page)).toHaveText(/Galaga/);
  await expect(list(page).getByText('Pac-Man')).toHaveCount(0);
});

base.describe('without a network', () => {
  base.use({ serviceWorkers: 'allow' });

  base('the search box and the command palette find stored games', async ({ page, context }) => {
    await installForNewUser(page);
    const { guid } = await addDescribed(page.request, { name: 'Night Train', status: 'completed' });
    await page.goto('/library');
    await untilKept(page);
    await context.setOffline(true);
    await page.goto('/library');
    await box(page).fill('ni');
    await expect(options(page)).toHaveText(/Night Train.*In your vault: Completed/);
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveText(/Night Train/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/game/${guid}`);
    await expect(page.getByRole('heading', { name: 'Night Train' })).toBeVisible();

    await page.goto('/profile');
    const palette = await openPalette(page);
    await page.keyboard.type('night');
    await expect(palette.getByRole('option', { selected: true })).toHaveText(/Night Train.*In your vault: Completed/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/game/${guid}`);
  });
});
