import { expect, type Page } from '@playwright/test';
import { choose, chosenOf, labels, type Status, statuses } from './support/entry-form.ts';
import { games, test } from './support/shelf.ts';

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
  const vault = page.getByRole('region', { name: 'Your Vault' });
  for (const status of statuses) {
    await vault.getByRole('button', { name: 'Add to Vault' }).click();
    const form = page.getByRole('main').getByRole('form');
    await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Want to Play');
    await choose(form, 'Status', labels[status]);
    const added = page.waitForResponse('**/api/games/library/add');
    await form.getByRole('button', { name: 'Submit' }).click();
    expect((await (await added).json()).user_game.status).toBe(status);
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await vault.getByRole('button', { name: 'Remove' }).click();
    await removed;
  }
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
