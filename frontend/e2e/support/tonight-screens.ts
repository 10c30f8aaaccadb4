import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Opens Tonight for a user with games to play. */
async function openTonight(page: Page, query: string): Promise<void> {
  const games = [
    { guid: '3030-20003', name: 'Breakout', status: 'playing', hours_played: 3 },
    { guid: '3030-20001', name: 'Pong', status: 'want_to_play' },
  ];
  for (const data of games) {
    expect([201, 409]).toContain((await page.request.post('/api/games/library/add-external', { data })).status());
  }
  await page.goto(`/tonight${query}`);
}

export const tonightScreens: readonly Screen[] = [
  {
    name: 'tonight',
    signedIn: true,
    open: async (page) => {
      await openTonight(page, '');
      await expect(page.getByRole('region', { name: 'Suggestions' })).toBeVisible();
    },
  },
  {
    name: 'tonight, on a platform that nothing is on',
    signedIn: true,
    open: async (page) => {
      await openTonight(page, '?platform=64');
      await expect(page.getByText(/^Nothing to play on /)).toBeVisible();
    },
  },
];
