import { expect, type Page } from '@playwright/test';
import { createAccount, signIn } from './support/accounts.ts';
import { choicesOf, choose, chosenOf } from './support/entry-form.ts';
import { streamAfter } from './support/network.ts';
import { gameOn, games, test } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

const labels = {
  want_to_play: 'Want to Play',
  playing: 'Playing',
  completed: 'Completed',
  dropped: 'Dropped',
  collection: 'Collection',
} as const;
type Status = keyof typeof labels;
const statuses = Object.keys(labels) as Status[];

const badge = (page: Page) => gameOn(page, 'pong').locator('[data-status]');

/** Returns the hue in degrees of a status's design color. */
const hueOf = async (page: Page, status: Status): Promise<number> => {
  const colour = await page
    .locator(`[data-status="${status}"] > span`)
    .evaluate((element) => getComputedStyle(element).color);
  return Number(/oklch\([\d.]+ [\d.]+ ([\d.]+)\)/.exec(colour)?.[1]);
};

// Specification 4 States: Status values; want_to_play by default; any status can be chosen when adding
test('any status when adding; want_to_play by default', async ({ page, stock }) => {
  await stock({});
  await page.goto(`/game/${games.pong.guid}`);
  for (const status of statuses) {
    // The page shows a locally stored game until the server reports that it is gone.
    await page.getByRole('button', { name: 'Add to Vault' }).click();
    const form = page.getByRole('main').getByRole('form');
    await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Want to Play');
    await choose(form, 'Status', labels[status]);
    const added = page.waitForResponse('**/api/games/library/add');
    await page.getByRole('button', { name: 'Submit' }).click();
    const { user_game } = await (await added).json();
    expect(user_game.status).toBe(status);
    await page.request.delete(`/api/games/library/${user_game.id}`);
    await page.reload();
  }
});

// Specification 4 States: The edit form allows any change to any status
test('the edit form allows any change to any status', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'want_to_play' } }, '?view=list');
  // Every pair of statuses, in an order in which each change starts where the previous one ended.
  const changes = statuses.flatMap((from, place) => statuses.slice(place + 1).flatMap((to) => [to, from]));
  for (const status of [...changes, ...statuses]) {
    const form = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit Pong' }).click();
    await expect(choicesOf(form, 'Status').locator('label')).toHaveText(Object.values(labels));
    await choose(form, 'Status', labels[status]);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(badge(page)).toHaveText(labels[status]);
  }
  await expect
    .poll(async () => (await (await page.request.get('/api/games/library')).json()).library[0].status)
    .toBe(statuses.at(-1));
});

// Specification 4 States: Badge colours
test('badge colors', async ({ page, openVault }) => {
  await openVault({
    pong: { status: 'completed' },
    breakout: { status: 'playing' },
    pacMan: { status: 'want_to_play' },
    frogger: { status: 'dropped' },
    galaga: { status: 'collection' },
  });
  const hues: Readonly<Record<Status, readonly [number, number]>> = {
    completed: [135, 165],
    playing: [235, 265],
    want_to_play: [80, 110],
    dropped: [10, 40],
    collection: [295, 325],
  };
  for (const theme of ['dark', 'light']) {
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click();
    for (const status of statuses) {
      const [least, most] = hues[status];
      const hue = expect.poll(() => hueOf(page, status), `${status}, ${theme}`);
      await hue.toBeGreaterThanOrEqual(least);
      await hue.toBeLessThanOrEqual(most);
    }
  }
});

// Specification 4 States: Auth: unknown (loading), then user present ... or null
test('auth: null for a visitor', async ({ page }) => {
  await page.context().clearCookies();
  const checked = page.waitForResponse('**/api/auth/verify-token');
  await page.goto('/');
  expect(await (await checked).json()).toMatchObject({ success: false, user: null });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

// Specification 4 States: Logout clears the user even if the call fails
test('logout clears the user even if the call fails', async ({ page, request }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await page.goto('/library');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText('Welcome,')).toHaveCount(0);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Vault' })).toHaveCount(0);
});

// Specification 8 Errors: Library load: 'Failed to load your library'
// Specification 8 Errors: Remove: alert 'Failed to remove game from library'
// Specification 8 Errors: Update: alert 'Failed to update game'
test('messages when loading, removing or updating fails', {
  tag: '@faults',
}, async ({ page, openVault, processes }) => {
  // Once for the page, and once more when the notification stream has started.
  let hasRead = false;
  page.on('response', (response) => {
    hasRead ||= new URL(response.url()).pathname === '/api/games/library';
  });
  await streamAfter(page, () => hasRead);
  const caughtUp = page.waitForResponse((response) => response.url().includes('/api/games/library?since='));
  await openVault({ pong: { status: 'playing' } }, '?view=list');
  // A page that notices the outage by itself queues changes for later.
  await (await caughtUp).finished();
  await processes.stop('library');
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  await choose(page.getByRole('dialog'), 'Status', 'Dropped');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await giveUp(page);
  const alerts = page.getByRole('alert');
  await expect(alerts.filter({ hasText: 'Failed to update game' })).toHaveText('Failed to update game');
  await expect(badge(page)).toHaveText('Playing');

  await page.getByRole('button', { name: 'Remove Pong' }).click();
  await giveUp(page);
  await expect(alerts.filter({ hasText: 'remove' })).toHaveText('Failed to remove game from library');
  await expect(gameOn(page, 'pong')).toBeVisible();

  await page.reload();
  await giveUp(page);
  const fault = alerts.getByRole('heading', { name: 'Failed to load your library' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(fault).toBeVisible();
  await expect(again).toBeVisible();
  await processes.start('library');
  // The page also retries automatically, which may remove the button first.
  await again.click({ timeout: 5000 }).catch(async (error) => {
    if (await again.isVisible()) throw error;
  });
  await expect(fault).toHaveCount(0);
  await expect(badge(page)).toHaveText('Playing');
});
