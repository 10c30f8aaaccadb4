import { expect } from '@playwright/test';
import { createAccount, untilListed } from '../support/accounts.ts';
import { someName } from '../support/gamer.ts';
import { holdCalls } from '../support/network.ts';
import { factOf } from '../support/screen.ts';
import { addGame, firstVisit, shownTitles, test } from '../support/shelf.ts';

test('shows a private user their page as others see it', async ({ page, gamer, stock }) => {
  await stock({ pong: { rating: 9, is_shared: true }, frogger: { rating: 1 } });
  await page.request.patch('/api/auth/profile', { data: { privacy: 'private' } });
  try {
    await expect
      .poll(async () => (await (await page.request.get(`/api/users/${gamer.id}`)).json()).stats?.shared_games)
      .toBe(1);
    await page.goto(`/users/${gamer.id}`);
    await expect(page.getByText('Others see only the games that you share.')).toBeVisible(firstVisit);
    await expect(page.getByText('This is how others see you.')).toHaveCount(0);
    await expect(factOf(page, 'Games', 'main header')).toHaveText('2');
    await page.getByRole('button', { name: 'View as others' }).click();
    await expect(page.getByText('This is how others see you.')).toBeVisible();
    await expect(shownTitles(page)).toHaveText(['Pong']);
    await expect(factOf(page, 'Games', 'main header')).toHaveText('1');
    await expect(factOf(page, 'Average rating', 'main section')).toHaveText('9.0');
    await page.getByRole('button', { name: 'View as yourself' }).click();
    await expect(shownTitles(page)).toHaveCount(2);
  } finally {
    await page.request.patch('/api/auth/profile', { data: { privacy: 'public' } });
  }
});

test("shows the username on the user's own page before the page has loaded", async ({ page, gamer }) => {
  const release = await holdCalls(page, `**/api/users/${gamer.id}`);
  await page.goto(`/users/${gamer.id}`);
  await expect(page.getByRole('heading', { level: 1, name: gamer.username })).toBeVisible(firstVisit);
  await expect(page.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  await expect(page.getByText('Loading user profile…')).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: `${gamer.username}'s library` })).toBeVisible();
});

test('explains why no games are shown', async ({ page, request }) => {
  const { id, username } = await createAccount(request, someName('hermit'));
  await request.patch('/api/auth/profile', { data: { privacy: 'private' } });
  await addGame(request, 'pong');
  await untilListed(page.request, { id });
  await page.goto(`/users/${id}`);
  await expect(page.getByText(`${username} has no games yet, or keeps them private.`)).toBeVisible(firstVisit);
});
