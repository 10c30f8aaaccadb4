import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openPalette } from '../support/palette.ts';
import { shelfOf, test } from '../support/shelf.ts';
import { requestsOf } from './support.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Creates a PNG poster that is larger than the stored size. */
async function poster(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1500;
    canvas.height = 2000;
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name: 'poster.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** Adds a game by the API. @returns its address */
async function addOwn(page: Page, name: string): Promise<string> {
  const data = { name, year: 1986, platform_ids: [14], status: 'playing', hours_played: 4 };
  const added = await page.request.post('/api/games/library/own-games', { data });
  expect(added.status(), await added.text()).toBe(201);
  return `/game/${(await added.json()).user_game.guid}`;
}

test.beforeEach(({ stock }) => stock({}));

test('adds an unknown game with a cover, whose page asks visitors to sign in', { tag: '@mobile' }, async ({ page }) => {
  // The catalog must not learn the id of a user-added game.
  const calls = requestsOf(page, /^\/api\/games\/(?!library\/).*own-/);
  await page.goto('/search?q=Tape+Racer+Zzyx');
  await expect(page.getByText('No games found for "Tape Racer Zzyx"')).toBeVisible();
  await page.getByRole('button', { name: 'Add "Tape Racer Zzyx" yourself' }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Tape Racer Zzyx');
  await dialog(page).getByLabel('Name').fill('');
  await dialog(page).getByLabel('Year').fill('86');
  await dialog(page).getByRole('button', { name: 'Add to vault' }).click();
  await expect(dialog(page).getByText('Give the game a name.')).toBeVisible();
  await expect(dialog(page).getByText('Enter a year from 1950 to 2100.')).toBeVisible();
  await dialog(page).getByLabel('Name').fill('Tape Racer');
  await dialog(page).getByLabel('Year').fill('1986');
  await dialog(page).getByLabel('Add a platform…').selectOption('Commodore 64');
  const image = dialog(page).getByLabel('Choose an image');
  await image.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not an image') });
  await expect(dialog(page).getByText('This file is not an image your browser can read.')).toBeVisible();
  await image.setInputFiles(await poster(page));
  await expect(dialog(page).getByRole('button', { name: 'Remove the cover' })).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Playing' }).check();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add to vault' }).click();
  await expect(dialog(page).getByText('Tape Racer is now in your vault.')).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Open its page' }).click();

  await expect(page.getByRole('heading', { name: 'Tape Racer', level: 1 })).toBeVisible();
  await expect(page.getByText('Added by you')).toBeVisible();
  const address = page.url();
  await expect(page.getByText('1986', { exact: true })).toBeVisible();
  const cover = page.getByRole('main').locator('[data-cover=hero] img');
  await expect.poll(() => cover.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(600);
  await expectAccessible(page);
  await page.goto('/library');
  await expect(shelfOf(page).filter({ hasText: 'Tape Racer' })).toBeVisible();
  await page.reload();
  expect(calls).toEqual([]);

  await page.context().clearCookies();
  await page.goto(address);
  await expect(page).toHaveURL('/login');
  await page.goto('/search?q=Tape+Racer+Zzyx');
  await page.getByRole('button', { name: 'Add "Tape Racer Zzyx" yourself' }).click();
  await expect(page).toHaveURL('/login');
});

test('search results and the command palette offer the same', async ({ page }) => {
  await page.goto('/search?q=galaga');
  await expect(page.getByRole('button', { name: 'Add "galaga" yourself' })).toBeVisible();
  await expect(page.getByText('Games from Giant Bomb.')).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('Tape Racer Zzyx');
  await dialog(page).getByRole('option', { name: 'Add "Tape Racer Zzyx" yourself' }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Tape Racer Zzyx');
});

test('edits the game, with a cover that takes long to read, and removes the cover', async ({ page }) => {
  await page.addInitScript(() => {
    const read = globalThis.createImageBitmap;
    globalThis.createImageBitmap = async (...input: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return Reflect.apply(read, globalThis, input);
    };
  });
  const address = await addOwn(page, 'Tape Racer');
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit game' }).click();
  await dialog(page).getByLabel('Name').fill('Tape Racer II');
  await dialog(page).getByRole('button', { name: 'Remove Commodore 64' }).click();
  await dialog(page)
    .getByLabel('Choose an image')
    .setInputFiles(await poster(page));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Tape Racer II', level: 1 })).toBeVisible();
  await expect(page.getByText('Not specified')).toBeVisible();
  const cover = page.getByRole('main').locator('[data-cover=hero] img');
  await expect(cover).toHaveAttribute('src', /\/own-games\//);
  await page.getByRole('button', { name: 'Edit game' }).click();
  await dialog(page).getByRole('button', { name: 'Remove the cover' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(cover).toHaveAttribute('src', '/api/games/covers?name=Tape+Racer+II');
});

test('merges an own game into a catalog game and undoes the merge', async ({ page }) => {
  const address = await addOwn(page, 'Galaga of my own');
  await page.goto(address);
  await page.getByRole('button', { name: 'Merge into a game of the database…' }).click();
  await dialog(page).getByLabel('Search for the game').fill('galaga');
  await dialog(page).getByRole('button', { name: 'Search', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^Galaga/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/game\/(?!own-)/);
  await expect(page.getByText('Merged into Galaga.')).toBeVisible();
  await expect(page.getByText('4.0 h', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Galaga of my own is a game of your own again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Vault' })).toBeVisible();
  await page.goto('/library');
  await expect(shelfOf(page)).toHaveCount(1);
  await expect(shelfOf(page)).toContainText('Galaga of my own');
});
