import { expect, type Page } from '@playwright/test';
import { keptOn, untilInstalled, waitingLine } from './support/device.ts';
import { act, gameOn, rate, savedAs, test } from './support/shelf.ts';

test.use({ serviceWorkers: 'allow' });

const asOf = (page: Page) => page.getByText(/^You’re offline\. Showing your vault as of .+\.$/);

test('shows and edits the vault offline, and sends the changes once online', {
  tag: '@mobile',
}, async ({ page, context, gamer, openVault }) => {
  await openVault({ pong: { rating: 5 }, frogger: {}, galaga: {} }, '?view=list');
  await untilInstalled(page);
  await expect.poll(async () => (await keptOn(page))?.entries.length).toBe(3);
  await context.setOffline(true);

  await test.step('pages without stored data say so and do not ask to sign in', async () => {
    for (const path of ['/users', '/profile/security', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Open your vault' })).toBeVisible();
      await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    }
  });

  await test.step('a new visit, straight to the vault', async () => {
    await page.goto('/library?view=list');
    await expect(asOf(page)).toBeVisible();
    await expect(gameOn(page, 'pong')).toContainText('5');
    await expect(page.getByText('3 of 3 games')).toBeVisible();
  });

  await test.step('edits and removals survive a reload', async () => {
    await rate(page, 'Pong', '8');
    await expect(gameOn(page, 'pong')).toContainText('8');
    await act(page, 'Remove', 'Frogger');
    await expect(page.getByText('Removed Frogger from your vault.')).toBeVisible();
    await act(page, 'Remove', 'Galaga');
    const removed = page.getByText('Removed Galaga from your vault.');
    await removed.locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(gameOn(page, 'galaga')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.reload();
    await expect(gameOn(page, 'pong')).toContainText('8');
    await expect(gameOn(page, 'frogger')).toHaveCount(0);
    await expect(gameOn(page, 'galaga')).toBeVisible();
    await expect(waitingLine(page, 4)).toBeVisible();
    // A second edit of a game may be sent with the first; an edit after an undone removal is sent separately.
    await rate(page, 'Galaga', '9');
    await expect(waitingLine(page, 5)).toBeVisible();
  });

  await test.step('back online, they are sent, and the vault is the server’s', async () => {
    await context.setOffline(false);
    await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 8, version: 2 });
    await expect.poll(() => savedAs(page, 'galaga')).toMatchObject({ rating: 9 });
    await expect.poll(() => savedAs(page, 'frogger')).toBeUndefined();
    await expect(page.getByText(/changes? (is|are) pending\./)).toHaveCount(0);
    await expect.poll(async () => (await keptOn(page))?.queue).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(asOf(page)).toBeHidden();
    await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
    await expect(page.getByText('2 of 2 games')).toBeVisible();
  });
});
