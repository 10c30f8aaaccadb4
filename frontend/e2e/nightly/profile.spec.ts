import { expect } from '@playwright/test';
import { factOf } from '../support/screen.ts';
import { platforms, shownTitles, test } from '../support/shelf.ts';

test('wraps no figure on a phone', async ({ page, stock }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await stock({ pong: { hours_played: 21_442.5 } });
  await page.goto('/profile');
  await expect(factOf(page, 'Total hours')).toHaveText('21,442.5');
  const lines = await factOf(page, 'Total hours').evaluate((figure) => {
    const range = document.createRange();
    range.selectNodeContents(figure);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('links figures to their games and settings to a URL', async ({ page, stock }) => {
  await stock({
    pong: { status: 'playing', hours_played: 10, rating: 9, platform_id: platforms.arcade },
    frogger: { status: 'completed', hours_played: 2, platform_id: platforms.atari2600 },
  });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Playing', exact: true }).click();
  await expect(page).toHaveURL('/library?status=playing');
  await expect(shownTitles(page)).toHaveText(['Pong']);
  await page.goBack();
  await page.getByRole('region', { name: 'Hours by platform' }).getByRole('link', { name: 'Atari 2600' }).click();
  await expect(page).toHaveURL('/library?platform=atari-2600');
  await expect(shownTitles(page)).toHaveText(['Frogger']);
  await page.goBack();
  await page.getByRole('navigation', { name: 'Profile pages' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/profile#settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeInViewport();
});
