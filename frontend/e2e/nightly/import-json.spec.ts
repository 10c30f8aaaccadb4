import { expect } from '@playwright/test';
import { savedAs, test } from '../support/shelf.ts';
import { previewFile, undoImport } from '../support/stored-games.ts';

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
