import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from '../support/shelf.ts';
import { haveStored, undoImport, vaultAnswer } from '../support/stored-games.ts';

const golden = (name: string) => ({
  name,
  buffer: readFileSync(new URL(`../../../services/library/src/imports/sources/golden/${name}`, import.meta.url)),
});

const ownTable = {
  name: 'nightshelf.csv',
  buffer: Buffer.from('title,guid,status,platform_id,date_added\r\nBraid,,completed,94,2024-01-02T03:04:05.000Z\r\n'),
};

/**
 * One file for each source that its columns identify, and games that a provider knows. Other formats of a source differ
 * in their columns only, and the games of the Yamtrack file are unknown.
 */
const files = [
  ['Nightshelf', ownTable, ['Braid']],
  ['HowLongToBeat', golden('howlongtobeat.csv'), ['Outer Wilds', 'Braid', 'Hades']],
  ['Grouvee', golden('grouvee.csv'), ['Portal 2', 'Bastion', 'Limbo']],
  ['GOG Galaxy', golden('gog-galaxy.csv'), ['The Witcher 3: Wild Hunt']],
  ['IGDB', golden('igdb.csv'), ['The Witcher 3: Wild Hunt']],
  ['Backloggd', golden('backloggd.csv'), ['Portal 2', 'Hollow Knight: Silksong']],
  ['Ryot', golden('ryot.json'), ['Portal 2']],
  ['vglist', golden('vglist.json'), ['Half-Life 2', 'Minecraft']],
  ['NeoDB', golden('neodb.csv'), ['Disco Elysium', 'Hades']],
  ['Playnite', golden('playnite-advanced.csv'), ['Portal 2', 'Bloodborne', 'Stardew Valley']],
  ['Xbox (TrueAchievements)', golden('xbox.csv'), ['Minecraft']],
  ['PlayStation Network', golden('psn.csv'), ['Elden Ring', 'Rocket League']],
  ['Steam', golden('steam.json'), ['Portal 2', 'The Witcher 3: Wild Hunt']],
] as const;

// A single test, because the leftovers of one file would break the import of the next.
test('imports a file from every source, and undoes each completely', async ({ page, stock }) => {
  await stock({ pong: { status: 'playing', rating: 7, hours_played: 1 }, tempest: {} });
  await haveStored(page, [...new Set<string>(files.flatMap(([, , names]) => names))]);
  const before = await vaultAnswer(page);
  await page.goto('/import');
  for (const [source, file, names] of files) {
    await test.step(`${source}: ${file.name}`, async () => {
      await page.getByLabel('Choose a file').setInputFiles({ ...file, mimeType: 'application/octet-stream' });
      await expect(page.getByText(`This is an export of ${source}. Its columns are known.`)).toBeVisible();
      await page.getByRole('button', { name: 'Preview import' }).click();
      await expect(page.getByRole('heading', { name: file.name, level: 1 })).toBeVisible();
      const address = `/api/games/library/imports/${new URL(page.url()).searchParams.get('id')}`;
      const stored = async () => (await (await page.request.get(address)).json()).import;
      await expect.poll(stored).toMatchObject({ status: 'ready', matching: null });
      // Opened after that, an import shows the rows that need attention, if there are any.
      await page.reload();
      const rows = page.getByRole('list', { name: 'Rows' });
      await expect(rows.getByRole('listitem').first()).toBeVisible();
      const all = page.getByRole('radio', { name: /^All rows/ });
      if (await all.isVisible()) await all.check();
      for (const name of names)
        await expect(rows.getByRole('listitem').filter({ hasText: name }).first()).toContainText('New');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('link', { name: 'Open your vault' }).click();
      for (const name of names) {
        await expect(page.getByRole('main').locator('[data-guid]', { hasText: name }).first()).toBeVisible();
      }
      await page.goBack();
      await undoImport(page);
      expect(await vaultAnswer(page)).toBe(before);
      // The server keeps at most twenty imports.
      await page.request.delete(address);
      await page.getByRole('link', { name: 'All imports' }).click();
    });
  }
});
