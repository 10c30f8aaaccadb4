import { expect, type Page } from '@playwright/test';
import { violations, wear } from './support/axe.ts';
import { gameOn, savedAs, test } from './support/shelf.ts';
import { haveStored, vaultAnswer } from './support/stored-games.ts';

/** As an office in Germany saves it: semicolons, commas in numbers, Windows-1252. */
const file = {
  name: 'spiele.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Spiel;Zustand;Punkte;Spielzeit;System;Notiz',
      'Pong;beaten;4,5;12,5;Arcade;"mehr als ""gut"""',
      'Tempest;wishlist;;;;',
      'Für niemanden;playing;3;-2;;=cmd',
      '',
    ].join('\r\n'),
    'latin1',
  ),
};

const rows = (page: Page) => page.getByRole('list', { name: 'Rows' }).getByRole('listitem');
const row = (page: Page, name: string) => page.getByRole('list', { name: 'Rows' }).locator('> li', { hasText: name });

async function hasNoFaults(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await wear(page, theme);
    expect(await violations(page)).toEqual([]);
  }
}

test('a table is brought along: its columns corrected, every row looked at, imported, and undone @mobile', async ({
  page,
  stock,
}) => {
  await stock({ pong: { status: 'playing', hours_played: 1 }, tempest: {} });
  const { library } = await (await page.request.get('/api/games/library')).json();
  const tempest = library.find(({ game }: { game: { name: string } }) => game.name === 'Tempest');
  await page.request.delete(`/api/games/library/${tempest.id}`);
  await page.goto('/profile#settings');
  await page.getByRole('link', { name: 'Import a collection' }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  await hasNoFaults(page);

  await page.getByLabel('Choose a file').setInputFiles({ ...file, buffer: Buffer.from('PK\u0003\u0004') });
  await expect(page.getByRole('alert')).toContainText('This file is packed.');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('3 rows, WINDOWS-1252')).toBeVisible();
  await expect(page.getByLabel('Spielzeit')).toHaveValue('hours_played');
  await page.getByLabel('Zustand').selectOption('Status');
  await page.getByLabel('Punkte').selectOption('Rating');
  await expect(page.getByLabel('Ratings are out of')).toHaveValue('5');
  await expect(page.getByLabel('Notiz')).toHaveValue('');
  await hasNoFaults(page);
  await page.getByRole('button', { name: 'Show what would change' }).click();

  await expect(page.getByRole('heading', { name: 'spiele.csv' })).toBeVisible();
  await expect(row(page, 'Pong')).toContainText('Rating: nothing → 9');
  await expect(row(page, 'Pong')).not.toContainText('Hours');
  await page.getByLabel('Games that are in your vault already').selectOption('Replace');
  await expect(row(page, 'Pong')).toContainText('Hours: 1 → 12.5');
  await expect(row(page, 'Tempest')).toContainText('New');
  await expect(row(page, 'Für niemanden')).toContainText('"-2" is no number of hours.');
  await hasNoFaults(page);
  await page.getByRole('radio', { name: 'To look at' }).check();
  await expect(rows(page).filter({ hasText: 'Für niemanden' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose the game: Für niemanden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which game is "Für niemanden"?' });
  await dialog.getByLabel('Search for the game').fill('Galaga');
  await dialog.getByRole('button', { name: 'Search the game database' }).click();
  await dialog
    .getByRole('button', { name: /^Galaga/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Für niemanden')).toContainText('Chosen by you: Galaga');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Done$/ })).toBeVisible();
  await expect(row(page, 'Für niemanden')).toContainText('Added');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the report' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^nightshelf-import-.*\.csv$/);
  expect(await savedAs(page, 'pong')).toMatchObject({ status: 'completed', rating: 9, hours_played: 12.5 });
  await page.getByRole('link', { name: 'To the vault' }).click();
  await expect(gameOn(page, 'galaga')).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Undo this import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Undone$/ })).toBeVisible();
  expect(await savedAs(page, 'pong')).toMatchObject({ status: 'playing', rating: null, hours_played: 1 });
  expect(await savedAs(page, 'galaga')).toBeUndefined();
});

test('the games of a Steam account are found by name, brought, and taken back', async ({ page }) => {
  const vault = async () => (await (await page.request.get('/api/games/library')).json()).library;
  const before = await vault();
  await page.goto('/import');
  await page.getByText('Where to find the export of your service').click();
  await expect(page.getByText('Json Library Import Export')).toBeVisible();
  const account = page.getByLabel('Steam profile');
  const ask = page.getByRole('button', { name: 'Fetch the games' });
  await account.fill('https://example.org/id/nightshelf');
  await ask.click();
  await expect(account).toHaveAccessibleDescription(/Give the address of a Steam profile/);
  await hasNoFaults(page);
  await account.fill('recluse');
  await ask.click();
  await expect(page.getByRole('alert')).toContainText('Set "Game details" to public');
  await account.fill('https://steamcommunity.com/id/nightshelf/');
  await ask.click();
  await expect(page.getByRole('heading', { name: 'Steam: nightshelf' })).toBeVisible();
  await expect(page.getByText('40 rows, ')).toBeVisible();

  // All of them are sold, and known to the game database by their names.
  const search = page.getByRole('button', { name: /^Search for \d+ rows without a game$/ });
  await search.click();
  await expect(page.getByRole('status').filter({ hasText: /^Searched for \d+ names/ })).toBeVisible({
    timeout: 60_000,
  });
  await expect(search).toBeHidden();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Done$/ })).toBeVisible({ timeout: 20_000 });
  expect((await vault()).length).toBeGreaterThan(before.length + 35);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Undone$/ })).toBeVisible({ timeout: 20_000 });
  expect(await vault()).toEqual(before);
});

test('a vault keeps up with a Steam account, says what came of each look, and lets go of it @mobile', async ({
  page,
  stock,
}) => {
  await stock({ tempest: {} });
  await haveStored(page, ['Final Fantasy VI', 'Final Fantasy VII']);
  const before = await vaultAnswer(page);
  await page.goto('/import');
  const account = page.getByLabel('Account to keep up with');
  const begin = page.getByRole('button', { name: 'Keep up with it' });
  const end = async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(begin).toBeVisible();
  };
  await account.fill('no account at all');
  await begin.click();
  await expect(account).toHaveAccessibleDescription(/Give the address of a Steam profile/);
  await account.fill('recluse');
  await begin.click();
  await expect(page.getByText('Steam shows nobody the games of this account.')).toBeVisible();
  await hasNoFaults(page);
  await end();

  await account.fill('https://steamcommunity.com/id/nightshelf/');
  await begin.click();
  await expect(page.getByText('Your vault keeps up with nightshelf.')).toBeVisible();
  await expect(page.getByText('Something was new, and was brought.')).toBeVisible();
  await page.getByRole('link', { name: 'See what was brought' }).click();
  await expect(page.getByRole('heading', { name: 'Steam, synchronised: nightshelf', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Undone$/ })).toBeVisible();
  expect(await vaultAnswer(page)).toBe(before);
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByLabel('Games you have already').selectOption('Only new games');
  await page.getByRole('button', { name: 'Look now' }).click();
  // What was taken back does not come again.
  await expect(page.getByText('Nothing was new.')).toBeVisible();
  await expect(page.getByLabel('Games you have already')).toHaveValue('only_new');
  await hasNoFaults(page);
  await end();
});
