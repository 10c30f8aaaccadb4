import { expect, type Page } from '@playwright/test';
import { platforms, shownTitles, test } from './support/shelf.ts';

const shelf = {
  pong: { status: 'playing', rating: 3, platform_id: platforms.arcade },
  breakout: { status: 'want_to_play', rating: 9, platform_id: platforms.atari2600 },
  pacMan: { status: 'completed', platform_id: platforms.nes },
  frogger: { status: 'collection', rating: 10, platform_id: platforms.arcade },
  galaga: { status: 'dropped', rating: 9 },
  tempest: { status: 'want_to_play', platform_id: 'not_listed' },
} as const;

const byTitle = ['Breakout', 'Frogger', 'Galaga', 'Pac-Man', 'Pong', 'Tempest'];
const newestFirst = ['Tempest', 'Galaga', 'Frogger', 'Pac-Man', 'Breakout', 'Pong'];

const sortBy = (page: Page) => page.getByLabel('Sort by');
const consoleFilter = (page: Page) => page.getByLabel('Console', { exact: true });

// Specification 2 Vault: Sort by Title, Rating, Status, Recently Added (newest/oldest toggle)
// Specification 4 States: Status sort order: playing, want_to_play, completed, collection, dropped
test('sort by Title, Rating, Status or Recently Added', async ({ page, openVault }) => {
  await openVault(shelf);
  const titles = shownTitles(page);
  await expect(titles).toHaveText(byTitle);
  await sortBy(page).selectOption('Rating');
  await expect(titles).toHaveText(['Frogger', 'Breakout', 'Galaga', 'Pong', 'Pac-Man', 'Tempest']);
  // Status sort order: playing, want_to_play, completed, collection, dropped.
  await sortBy(page).selectOption('Status');
  await expect(titles).toHaveText(['Pong', 'Breakout', 'Tempest', 'Pac-Man', 'Frogger', 'Galaga']);

  await sortBy(page).selectOption('Recently Added');
  await expect(titles).toHaveText(newestFirst);
  await page.getByRole('button', { name: 'Newest first' }).click();
  await expect(titles).toHaveText(newestFirst.toReversed());
  await page.getByRole('button', { name: 'Oldest first' }).click();
  await expect(titles).toHaveText(newestFirst);
});

// Specification 2 Vault: Sort by Console, with an optional console filter, 'All Consoles'
test('sort by Console, with an optional console filter', async ({ page, openVault }) => {
  await openVault(shelf);
  const titles = shownTitles(page);
  const byConsole = ['Frogger', 'Pong', 'Breakout', 'Pac-Man', 'Tempest', 'Galaga'];
  await sortBy(page).selectOption('Console');
  await expect(titles).toHaveText(byConsole);
  await expect(consoleFilter(page).locator('option')).toHaveText([
    'All Consoles',
    'Arcade',
    'Atari 2600',
    'Nintendo Entertainment System',
    'Not Listed',
  ]);
  await consoleFilter(page).selectOption('Arcade');
  await expect(titles).toHaveText(['Frogger', 'Pong']);
  await expect(page.getByText('2 of 6 games')).toBeVisible();
  await consoleFilter(page).selectOption('All Consoles');
  await expect(titles).toHaveText(byConsole);
});

// Specification 5 Searches: The console filter applies only when sorting by console
test('the console filter applies only when sorting by console', async ({ page, openVault }) => {
  await openVault(shelf, '?sort=console');
  await consoleFilter(page).selectOption('Atari 2600');
  await expect(shownTitles(page)).toHaveText(['Breakout']);
  await sortBy(page).selectOption('Title');
  await expect(consoleFilter(page)).toHaveCount(0);
  await expect(shownTitles(page)).toHaveText(byTitle);
});
