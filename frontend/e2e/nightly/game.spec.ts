import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { factOf } from '../support/screen.ts';

const zelda = { guid: '3030-10016', name: 'The Legend of Zelda: Breath of the Wild' };
const endpoint = (guid: string) => `**/api/games/${guid}`;
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test('Back is one step back from a new document, too', async ({ page }) => {
  await page.goto('/search?q=zelda');
  await page.goto(`/game/${zelda.guid}`);
  await expect(title(page)).toHaveText(zelda.name);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/search?q=zelda');
});

test('shows a vault game that the game database does not know', async ({ page, gamer }) => {
  await signIn(page, gamer);
  const game = { guid: '3030-98301', name: 'A Game of Ours', status: 'playing', rating: 8, hours_played: 3 };
  await page.request.post('/api/games/library/add-external', { data: game });
  await page.goto('/library');
  await page.getByRole('main').getByRole('heading', { name: game.name }).click();
  await expect(title(page)).toHaveText(game.name);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('status').filter({ hasText: 'Only details from your vault' })).toHaveText(
    'This game isn’t in the game database. Only details from your vault are shown.',
  );
  await expect(article.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await article.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Rating (1-10)')).toHaveValue('8');
});

test('shows vault details until the game can be loaded', async ({ page, gamer }) => {
  await signIn(page, gamer);
  const game = { ...zelda, status: 'playing', rating: 9 };
  await page.request.post('/api/games/library/add-external', { data: game });
  const json = { success: false, code: 'catalog.provider_failed', message: 'The provider could not be reached' };
  await page.route(endpoint(zelda.guid), (route) => route.fulfill({ status: 502, json }));
  await page.goto(`/game/${zelda.guid}`);
  await expect(title(page)).toHaveText(zelda.name);
  const notice = page.getByText('The provider could not be reached. Only details from your vault are shown.');
  await expect(notice).toBeVisible();
  await page.unroute(endpoint(zelda.guid));
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(factOf(page, 'Release Date')).toHaveText('March 3, 2017');
  await expect(notice).toHaveCount(0);
});
