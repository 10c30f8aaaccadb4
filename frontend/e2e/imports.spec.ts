import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { gameOn, savedAs, test } from './support/shelf.ts';

/** A German office file: semicolons, decimal commas, Windows-1252. */
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

test('imports a table: columns, preview, matching, undo @mobile', async ({ page, stock }) => {
  await stock({ pong: { status: 'playing', hours_played: 1 }, tempest: {} });
  const tempest = await savedAs(page, 'tempest');
  await page.request.delete(`/api/games/library/${tempest.id}`);
  await page.goto('/profile#settings');
  await page.getByRole('link', { name: 'Import a collection' }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Choose a file').setInputFiles({ ...file, buffer: Buffer.from('PK\u0003\u0004') });
  await expect(page.getByRole('alert')).toContainText('This file is an archive.');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('3 rows, WINDOWS-1252')).toBeVisible();
  await expect(page.getByLabel('Spielzeit')).toHaveValue('hours_played');
  await page.getByLabel('Zustand').selectOption('Status');
  await page.getByLabel('Punkte').selectOption('Rating');
  await expect(page.getByLabel('Highest rating')).toHaveValue('5');
  await expect(page.getByLabel('Notiz')).toHaveValue('');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview import' }).click();

  await expect(page.getByRole('heading', { name: 'spiele.csv' })).toBeVisible();
  const allRows = page.getByRole('radio', { name: 'All rows (3)' });
  await allRows.check();
  await expect(row(page, 'Pong')).toContainText('Rating: empty → 9');
  await expect(row(page, 'Pong')).not.toContainText('Hours');
  await page.getByLabel('Games already in your vault').selectOption('Replace');
  await expect(row(page, 'Pong')).toContainText('Hours: 1 → 12.5');
  await expect(row(page, 'Tempest')).toContainText('New');
  await expect(row(page, 'Für niemanden')).toContainText('"-2" is not a number of hours.');
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^Needs attention/ }).check();
  await expect(rows(page).filter({ hasText: 'Für niemanden' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose… Für niemanden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which game is "Für niemanden"?' });
  await dialog.getByLabel('Search for the game').fill('Galaga');
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await dialog
    .getByRole('button', { name: /^Galaga/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Für niemanden')).toContainText('Chosen by you');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Done$/ })).toBeVisible();
  await allRows.check();
  await expect(row(page, 'Für niemanden')).toContainText('Added');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download report' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^nightshelf-import-.*\.csv$/);
  expect(await savedAs(page, 'pong')).toMatchObject({ status: 'completed', rating: 9, hours_played: 12.5 });
  await page.getByRole('link', { name: 'Open your vault' }).click();
  await expect(gameOn(page, 'galaga')).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Undo import' }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Undone$/ })).toBeVisible();
  expect(await savedAs(page, 'pong')).toMatchObject({ status: 'playing', rating: null, hours_played: 1 });
  expect(await savedAs(page, 'galaga')).toBeUndefined();
});
