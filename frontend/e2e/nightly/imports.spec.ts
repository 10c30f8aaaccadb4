import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { savedAs, savedEntries, test } from '../support/shelf.ts';
import { haveStored, previewFile, undoImport, vaultAnswer } from '../support/stored-games.ts';

const row = (page: Page, name: string) => page.getByRole('list', { name: 'Rows' }).locator('> li', { hasText: name });

test('adds unknown rows as own games, and shows what it stored', async ({ page, stock }) => {
  await stock({});
  await haveStored(page, ['Portal 2']);
  const csv = [
    'Name,Status,Rating,Hours,Platform,Tags',
    'Portal 2,beaten,9,12.5,PC,co-op',
    'Tape Racer Zzyx,playing,7,3,,',
    'Garage Kart Zzyx,,,,,',
    'Lost Tape Zzyx One,,,,,',
    'Lost Tape Zzyx Two,,,,,',
    '',
  ].join('\n');
  await previewFile(page, 'tapes.csv', csv);

  await expect(page.getByText('1 game will be added. 4 rows have no game yet.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('radio', { name: 'All rows (5)' }).check();
  const stored = row(page, 'Portal 2').getByRole('list', { name: 'Will be stored' });
  for (const words of ['Completed', '9 of 10', '12.5 h', 'PC', 'co-op']) await expect(stored).toContainText(words);
  await page.getByRole('radio', { name: /^Needs attention/ }).check();
  await page.getByRole('button', { name: 'Leave out: Garage Kart Zzyx' }).click();
  await page.getByRole('button', { name: 'Choose… Tape Racer Zzyx' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add it as my own game' }).click();
  await expect(page.getByText('2 games will be added. 2 rows have no game yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 as my own games' }).click();
  await expect(page.getByText('4 games will be added.', { exact: true })).toBeVisible();
  await expect(page.getByText('1 left out')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('4 games added.', { exact: true })).toBeVisible();
  const arrived = page.getByRole('list', { name: 'New in your vault' });
  await expect(arrived.getByRole('listitem')).toHaveCount(4);
  for (const name of ['Lost Tape Zzyx One', 'Lost Tape Zzyx Two']) await expect(arrived).toContainText(name);
  await arrived.getByRole('link', { name: 'Tape Racer Zzyx' }).click();
  await expect(page.getByText('Added by you')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Tape Racer Zzyx', level: 1 })).toBeVisible();
});

test('starts while rows are still matched, and shows progress', async ({ page, stock }) => {
  await stock({});
  const names = ['Zzyx One', 'Zzyx Two', 'Zzyx Three'];
  const begun = await page.request.post('/api/games/library/imports', {
    data: { name: 'slow.csv', source: 'table', rows: names.length },
  });
  const { id } = (await begun.json()).import;
  const rowsSent = { from: 1, rows: names.map((title) => ({ title })) };
  await page.request.post(`/api/games/library/imports/${id}/rows`, { data: rowsSent });
  // Simulates the status of a long file, which the server reports for minutes.
  await page.route(`**/api/games/library/imports/${id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.import = { ...body.import, matching: { left: 2, seconds_left: 240 } };
    await route.fulfill({ response, json: body });
  });
  await page.goto(`/import?id=${id}`);
  await expect(page.getByText('1 of 3 matched, about 4 minutes left')).toBeVisible();
  await expect(page.getByText('You can start now. Remaining rows are added as they are matched.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await expectAccessible(page);
});

test('imports the games of a Steam account, and undoes it', async ({ page }) => {
  const before = await savedEntries(page);
  await page.goto('/import');
  await page.getByText('How to export from your service').click();
  await expect(page.getByText('Json Library Import Export')).toBeVisible();
  const account = page.getByLabel('Steam profile');
  const ask = page.getByRole('button', { name: 'Get games' });
  await account.fill('https://example.org/id/nightshelf');
  await ask.click();
  await expect(account).toHaveAccessibleDescription(/Enter the address of a Steam profile/);
  await expectAccessible(page);
  await account.fill('recluse');
  await ask.click();
  await expect(page.getByRole('alert')).toContainText('Set "Game details" to public');
  await account.fill('https://steamcommunity.com/id/nightshelf/');
  await ask.click();
  await expect(page.getByRole('heading', { name: 'Steam: nightshelf' })).toBeVisible();
  await expect(page.getByText('40 rows, ')).toBeVisible();

  // The server finds all of them in the game database by name.
  await expect(page.getByText(/^40 games will be added\.$/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Done$/ })).toBeVisible({ timeout: 20_000 });
  expect((await savedEntries(page)).length).toBeGreaterThan(before.length + 35);
  await undoImport(page);
  expect(await savedEntries(page)).toEqual(before);
});

test('syncs with a Steam account until disconnected @mobile', async ({ page, stock }) => {
  await stock({ tempest: {} });
  await haveStored(page, ['Final Fantasy VI', 'Final Fantasy VII']);
  const before = await vaultAnswer(page);
  await page.goto('/import');
  const account = page.getByLabel('Account to sync with');
  const begin = page.getByRole('button', { name: 'Start syncing' });
  const end = async () => {
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(begin).toBeVisible();
  };
  await account.fill('no account at all');
  await begin.click();
  await expect(account).toHaveAccessibleDescription(/Enter the address of a Steam profile/);
  await account.fill('recluse');
  await begin.click();
  await expect(page.getByText('The games of this account are private.')).toBeVisible();
  await expectAccessible(page);
  await end();

  await account.fill('https://steamcommunity.com/id/nightshelf/');
  await begin.click();
  await expect(page.getByText('Your vault syncs with nightshelf.')).toBeVisible();
  await expect(page.getByText('New games or hours imported.')).toBeVisible();
  await page.getByRole('link', { name: 'See what was imported' }).click();
  await expect(page.getByRole('heading', { name: 'Steam, synchronised: nightshelf', level: 1 })).toBeVisible();
  await undoImport(page);
  expect(await vaultAnswer(page)).toBe(before);
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByLabel('Games already in your vault').selectOption('Keep them as they are');
  await page.getByRole('button', { name: 'Check now' }).click();
  // Undone games are not imported again.
  await expect(page.getByText('Nothing new.')).toBeVisible();
  await expect(page.getByLabel('Games already in your vault')).toHaveValue('only_new');
  await expectAccessible(page);
  await end();
});

test('imports a JSON export with its sessions, and undoes it', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing', rating: 7 } });
  const { id } = await savedAs(page, 'pong');
  await page.request.post(`/api/games/library/${id}/sessions`, {
    data: { day: '2026-03-01', minutes: 30, note: 'Hi' },
  });
  await page.request.post(`/api/games/library/${id}/playthroughs`, { data: { hours: 2 } });
  const exported = await (await page.request.get('/api/games/library/export.json')).body();
  await page.request.delete(`/api/games/library/${id}`);
  await previewFile(page, 'nightshelf.json', exported);
  await expect(page.getByText(/Also included: 1 playthrough, 1 session/)).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/Also imported: 1 playthrough, 1 session\./)).toBeVisible();
  await undoImport(page);
  await expect(page.getByText(/1 playthrough \(1 undone\)/)).toBeVisible();
});
