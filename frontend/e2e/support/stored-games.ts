import { expect, type Page } from '@playwright/test';

const path = '/api/games/library/imports';

/** Makes the catalog store games of the provider, and waits until the library service knows them. */
export async function haveStored({ request }: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const query = new URLSearchParams({ q: name, limit: '5' });
    const { results } = await (await request.get(`/api/games/search/external?${query}`)).json();
    await request.post('/api/games/cache-search-results', { data: { results } });
  }
  const data = { name: 'known?', source: 'table', rows: names.length };
  const { id } = (await (await request.post(path, { data })).json()).import;
  const rows = names.map((title) => ({ title }));
  await request.post(`${path}/${id}/rows`, { data: { from: 1, rows } });
  await expect(async () => {
    await request.post(`${path}/${id}/match`, { data: {} });
    const { fates } = (await (await request.get(`${path}/${id}`)).json()).import;
    expect(fates.unmatched + fates.matching).toBe(0);
  }).toPass();
  await request.delete(`${path}/${id}`);
}

/** Undoes the open import after its question. */
export async function undoImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Undone$/ })).toBeVisible();
}

/** Chooses a file to import, and opens its preview. */
export async function previewFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.goto('/import');
  const mimeType = 'application/octet-stream';
  await page.getByLabel('Choose a file').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Preview import' }).click();
}

/** Returns the server's vault response without its version, which is never the same twice. */
export const vaultAnswer = async ({ request }: Page) =>
  (await (await request.get('/api/games/library')).text()).replace(/"version":"[^"]*"/, '');
