import { expect, type Page } from '@playwright/test';
import { finishTogether, judged } from './opinions.ts';
import { at, heading, type Screen, signedIn } from './screen.ts';
import { games } from './shelf.ts';

const { pong, breakout } = games;
const imports = '/api/games/library/imports';

/** Adds a game to the vault, unless it is there. @returns the address of its entry */
async function own(page: Page, game: { readonly guid: string; readonly name: string }, words: object): Promise<string> {
  const data = { ...game, ...words };
  const added = await page.request.post('/api/games/library/add-external', { data });
  expect([201, 409]).toContain(added.status());
  const { library } = await (await page.request.get('/api/games/library')).json();
  return `/api/games/library/${library.find(({ guid }: { readonly guid: string }) => guid === game.guid).id}`;
}

/** Gives Pong two changes. */
async function change(page: Page): Promise<void> {
  const entry = await own(page, pong, { rating: 7 });
  for (const rating of [8, 9]) expect((await page.request.put(entry, { data: { rating } })).ok()).toBe(true);
}

/** Logs sessions and a playthrough of Breakout. */
async function play(page: Page): Promise<void> {
  const entry = await own(page, breakout, { status: 'playing' });
  for (const [day, minutes, note] of [
    ['2024-02-03', 90, 'One ball left'],
    ['2024-02-03', 30, null],
    ['2024-02-29', 45, 'The wall has a door'],
  ]) {
    const data = { day, minutes, note, spoiler: minutes === 45 };
    expect((await page.request.post(`${entry}/sessions`, { data })).status()).toBe(201);
  }
  const data = { copy: 'Cartridge', started_on: '2024-02-03', completion: 'dropped', dropped_at: 'Level 9' };
  expect((await page.request.post(`${entry}/playthroughs`, { data })).status()).toBe(201);
}

/** Starts an import that waits for its user, with every kind of row. */
async function beginImport(page: Page): Promise<string> {
  const rows = [
    { title: 'Pong', rating: '9', status: 'beaten' },
    { title: 'Of another database', guid: 'igdb-77001', hours_played: '-2', platform: 'Amstrad 9000' },
    { title: 'Known to no database' },
    { status: 'playing' },
  ];
  const data = { name: 'games.csv', source: 'table', rows: rows.length };
  const begun = await page.request.post(imports, { data });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()).import;
  expect((await page.request.post(`${imports}/${id}/rows`, { data: { from: 1, rows } })).status()).toBe(200);
  return id;
}

/** Screens of opinions, plays, favorites, history, imports and Tonight. */
export const featureScreens: readonly Screen[] = [
  signedIn('a game that others have finished and rated', async (page) => {
    await finishTogether(page, judged.screens);
    await page.goto(`/game/${judged.screens}`);
    await expect(page.getByRole('region', { name: 'Ratings here' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'People you follow' })).toBeVisible();
  }),
  signedIn('a journal', async (page) => {
    await play(page);
    await page.goto('/journal?month=2024-02');
    await expect(page.getByRole('region', { name: 'Sessions of the month' })).toBeVisible();
  }),
  signedIn('a game that is played, with its forms', async (page) => {
    await play(page);
    await page.goto(`/game/${breakout.guid}`);
    await page.getByRole('button', { name: 'Add playthrough' }).click();
    await page.getByRole('button', { name: 'Log a session' }).click();
    await page.getByLabel('Note').fill('More');
    await expect(page.getByLabel('The note contains spoilers')).toBeVisible();
  }),
  signedIn('a profile with its favorites being edited', async (page) => {
    const entry = await own(page, breakout, { status: 'playing' });
    const entry_ids = [entry.split('/').at(-1)];
    await page.request.put('/api/games/library/favourites', { data: { entry_ids } });
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Choose a favorite' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit your favorites' }).click();
    await expect(page.getByRole('button', { name: 'Move Breakout, place 1 of 1' })).toBeVisible();
  }),
  signedIn('the history of a game', async (page) => {
    await change(page);
    await page.goto(`/game/${pong.guid}`);
    await page.getByRole('button', { name: 'History of Pong' }).press('Enter');
    const restore = page.getByRole('dialog').getByRole('button', { name: /^Restore this version/ });
    await expect(restore.first()).toBeVisible();
  }),
  signedIn('the vault on another day', async (page) => {
    await change(page);
    await page.goto('/library/history');
    await heading(page, 'Time Machine', 1);
    await expect(page.getByRole('list', { name: 'Games on that day' })).toBeVisible();
  }),
  signedIn('recent changes to the vault', async (page) => {
    await change(page);
    await page.goto('/library/history?show=changes');
    await expect(page.getByRole('button', { name: 'Undo: Changed Pong' }).first()).toBeVisible();
  }),
  at('import, with its sources', '/import', 'Import', true),
  signedIn('an import before its start', async (page) => {
    const { imports: begun } = await (await page.request.get(imports)).json();
    await page.goto(`/import?id=${begun[0]?.id ?? (await beginImport(page))}`);
    await heading(page, 'games.csv', 1);
    await expect(page.getByText('The platform "Amstrad 9000" is unknown.')).toBeVisible();
  }),
  signedIn('tonight', async (page) => {
    await own(page, breakout, { status: 'playing', hours_played: 3 });
    await own(page, pong, { status: 'want_to_play' });
    await page.goto('/tonight');
    await expect(page.getByRole('region', { name: 'Suggestions' })).toBeVisible();
  }),
  signedIn('tonight, on a platform without games', async (page) => {
    await own(page, pong, { status: 'want_to_play' });
    await page.goto('/tonight?platform=64');
    await expect(page.getByText(/^Nothing to play on /)).toBeVisible();
  }),
];
