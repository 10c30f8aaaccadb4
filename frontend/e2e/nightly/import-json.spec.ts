import { expect } from '@playwright/test';
import { savedAs, test } from '../support/shelf.ts';

test('imports a JSON export with its sessions, and undoes it', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing', rating: 7 } });
  const { id } = await savedAs(page, 'pong');
  await page.request.post(`/api/games/library/${id}/sessions`, {
    data: { day: '2026-03-01', minutes: 30, note: 'Hi' },
  });
  await page.request.post(`/api/games/library/${id}/playthroughs`, { data: { hours: 2 } });
  const buffer = Buffer.from(await (await page.request.get('/api/games/library/export.json')).body());
  await page.request.delete(`/api/games/library/${id}`);
  await page.goto('/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'nightshelf.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Preview import' }).click();
  await expect(page.getByText(/Also included: 1 playthrough, 1 session/)).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/Also imported: 1 playthrough, 1 session\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/1 playthrough \(1 undone\)/)).toBeVisible();
});
