import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** The screens for choosing and ordering favorites. */
export const favouriteScreens: readonly Screen[] = [
  {
    name: 'a profile whose favourites are edited',
    signedIn: true,
    open: async (page) => {
      const game = { guid: '3030-20003', name: 'Breakout', status: 'playing' };
      const added = await page.request.post('/api/games/library/add-external', { data: game });
      expect([201, 409]).toContain(added.status());
      const { library } = await (await page.request.get('/api/games/library')).json();
      const { id } = library.find((entry: { guid: string }) => entry.guid === game.guid);
      await page.request.put('/api/games/library/favourites', { data: { entry_ids: [id] } });
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: 'Choose a favorite' })).toBeVisible();
      await page.getByRole('button', { name: 'Edit your favorites' }).click();
      await expect(page.getByRole('button', { name: 'Move Breakout, place 1 of 1' })).toBeVisible();
    },
  },
];
