import { expect, type Page } from '@playwright/test';
import { heading, type Screen } from './screen.ts';

/** Opens the page of a game in the vault that has changes. */
export async function openChanged(page: Page): Promise<void> {
  const data = { guid: '3030-20001', name: 'Pong', rating: 7 };
  const answer = await page.request.post('/api/games/library/add-external', { data });
  expect([201, 409]).toContain(answer.status());
  const { library } = await (await page.request.get('/api/games/library')).json();
  const pong = library.find(({ guid }: { guid: string }) => guid === data.guid);
  for (const rating of [8, 9]) {
    expect((await page.request.put(`/api/games/library/${pong.id}`, { data: { rating } })).ok()).toBe(true);
  }
  await page.goto(`/game/${data.guid}`);
}

export const openHistory = (page: Page) => page.getByRole('button', { name: 'History of Pong' }).press('Enter');

/** The screens of a user's history. */
export const historyScreens: readonly Screen[] = [
  {
    name: 'the history of a game',
    signedIn: true,
    open: async (page) => {
      await openChanged(page);
      await openHistory(page);
      await expect(
        page
          .getByRole('dialog')
          .getByRole('button', { name: /^Restore this version/ })
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'the vault on another day',
    signedIn: true,
    open: async (page) => {
      await openChanged(page);
      await page.goto('/library/history');
      await heading(page, 'Time Machine', 1);
      await expect(page.getByRole('list', { name: 'Games on that day' })).toBeVisible();
    },
  },
  {
    name: 'what was done to the vault of late',
    signedIn: true,
    open: async (page) => {
      await openChanged(page);
      await page.goto('/library/history?show=changes');
      await expect(page.getByRole('button', { name: 'Undo: Changed Pong' }).first()).toBeVisible();
    },
  },
];
