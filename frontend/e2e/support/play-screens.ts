import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const guid = '3030-20003';

/** Creates a user who played a game and logged it. */
async function play(page: Page): Promise<void> {
  const game = { guid, name: 'Breakout', status: 'playing' };
  const added = await page.request.post('/api/games/library/add-external', { data: game });
  expect([201, 409]).toContain(added.status());
  const { library } = await (await page.request.get('/api/games/library')).json();
  const { id } = library.find((entry: { guid: string }) => entry.guid === guid);
  for (const [day, minutes, note] of [
    ['2024-02-03', 90, 'One ball left'],
    ['2024-02-03', 30, null],
    ['2024-02-29', 45, 'The wall has a door'],
  ]) {
    const data = { day, minutes, note, spoiler: minutes === 45 };
    expect((await page.request.post(`/api/games/library/${id}/sessions`, { data })).status()).toBe(201);
  }
  const data = { copy: 'Cartridge', started_on: '2024-02-03', completion: 'dropped', dropped_at: 'Level 9' };
  expect((await page.request.post(`/api/games/library/${id}/playthroughs`, { data })).status()).toBe(201);
}

/** The screens about plays. */
export const playScreens: readonly Screen[] = [
  {
    name: 'a journal',
    signedIn: true,
    open: async (page) => {
      await play(page);
      await page.goto('/journal?month=2024-02');
      await expect(page.getByRole('region', { name: 'Sessions of the month' })).toBeVisible();
    },
  },
  {
    name: 'a game that is played, with its forms',
    signedIn: true,
    open: async (page) => {
      await play(page);
      await page.goto(`/game/${guid}`);
      await page.getByRole('button', { name: 'Add playthrough' }).click();
      await page.getByRole('button', { name: 'Log a session' }).click();
      await page.getByLabel('Note').fill('More');
      await expect(page.getByLabel('The note gives something away')).toBeVisible();
    },
  },
];
