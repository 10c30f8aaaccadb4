import { expect, type Page } from '@playwright/test';
import { at, heading, type Screen } from './screen.ts';

const path = '/api/games/library/imports';

/** Starts an import that waits for its user, with every kind of row. */
async function begin(page: Page): Promise<string> {
  const rows = [
    { title: 'Pong', rating: '9', status: 'beaten' },
    { title: 'Of another database', guid: 'igdb-77001', hours_played: '-2', platform: 'Amstrad 9000' },
    { title: 'Known to nobody' },
    { status: 'playing' },
  ];
  const data = { name: 'games.csv', source: 'table', rows: rows.length };
  const begun = await page.request.post(path, { data });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()).import;
  expect((await page.request.post(`${path}/${id}/rows`, { data: { from: 1, rows } })).status()).toBe(200);
  return id;
}

/** The screens of an import. */
export const importScreens: readonly Screen[] = [
  at('where a collection is brought along', '/import', 'Import', true),
  {
    name: 'an import that waits',
    signedIn: true,
    open: async (page) => {
      const { imports } = await (await page.request.get(path)).json();
      await page.goto(`/import?id=${imports[0]?.id ?? (await begin(page))}`);
      await heading(page, 'games.csv', 1);
      await expect(page.getByText('The platform "Amstrad 9000" is unknown.')).toBeVisible();
    },
  },
];
