import { expect, type Page } from '@playwright/test';
import { openPalette, untilShortcutsWork } from '../support/palette.ts';
import { gameOn, games, savedAs, test } from '../support/shelf.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const active = (page: Page) => palette(page).getByRole('option', { selected: true });

/** Opens the palette, types, and runs the first result. */
async function command(page: Page, typed: string, first: string | RegExp): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(typed);
  await expect(active(page)).toHaveText(first);
  await page.keyboard.press('Enter');
}

test('goes to pages and games, runs commands, opens the add form, and closes on Back', async ({ page, openVault }) => {
  await openVault({ pacMan: { status: 'playing', hours_played: 2 }, frogger: {} });
  await command(page, 'prof', 'Profile');
  await expect(page).toHaveURL('/profile');
  await expect(palette(page)).toHaveCount(0);
  // The palette leaves no history entry.
  await page.goBack();
  await expect(page).toHaveURL('/library');

  await openPalette(page);
  await page.goBack();
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL('/library');

  await command(page, 'vault as a list', 'Vault as a list');
  await expect(page).toHaveURL('/library?view=list');
  await command(page, 'log', 'Log an hour: Pac-Man');
  await expect.poll(() => savedAs(page, 'pacMan')).toMatchObject({ hours_played: 3 });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  const before = await theme();
  await command(page, 'theme', /^Switch to/);
  await expect.poll(theme).not.toBe(before);

  await command(page, 'frog', /Frogger.*In your vault: Want to Play/);
  await expect(page).toHaveURL(`/game/${games.frogger.guid}`);
  await openPalette(page);
  await page.keyboard.type('no such thing at all');
  await expect(active(page)).toHaveText('Search for "no such thing at all"');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);

  await page.request.get(`/api/games/${games.galaga.guid}`);
  await command(page, 'add a', 'Add a game');
  await page.keyboard.type('galag');
  await expect(active(page)).toHaveText(/Galaga/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Add Galaga to your vault' })).toBeVisible();
});

test('G and a letter open a page; single keys can be turned off', async ({ page, openVault }) => {
  await openVault({ frogger: { hours_played: 1 } });
  await untilShortcutsWork(page);
  for (const [keys, path] of [
    ['gh', '/'],
    ['gu', '/users'],
    ['gs', '/search'],
    ['gp', '/profile'],
    ['gv', '/library'],
  ] as const) {
    // The second key must follow the first within a second.
    await Promise.all([...keys].map((key) => page.keyboard.press(key)));
    await expect(page).toHaveURL(path);
  }
  // The vault must not have handled the second key as its own shortcut.
  expect(await savedAs(page, 'frogger')).toMatchObject({ hours_played: 1 });
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1, name: 'Your Game Vault' })).toBeVisible();
  const frogger = gameOn(page, 'frogger').getByRole('link', { name: 'Frogger' });
  await expect(frogger).toBeVisible();
  await page.keyboard.press('g');
  await expect(frogger).toBeFocused();

  await page.goto('/profile');
  await page.getByLabel('Single-key shortcuts').selectOption('Off');
  await page.getByLabel('Single-key shortcuts').blur();
  for (const key of ['g', 'h', '/', '?']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await untilShortcutsWork(page);
  await page.reload();
  await page.getByLabel('Single-key shortcuts').selectOption('On');
  await page.getByLabel('Single-key shortcuts').blur();
  await untilShortcutsWork(page);
  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(overview.getByText('Command palette: go to, find or do')).toBeVisible();
});
