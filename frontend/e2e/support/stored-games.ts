import { expect, type Page } from '@playwright/test';

const path = '/api/games/library/imports';

/** Has the catalog store games that the provider knows, and waits until the vault's service has heard of them. */
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

/** The vault as the server answers it, but for what names this state of it: that is never the same again. */
export const vaultAnswer = async ({ request }: Page) =>
  (await (await request.get('/api/games/library')).text()).replace(/"version":"[^"]*"/, '');
