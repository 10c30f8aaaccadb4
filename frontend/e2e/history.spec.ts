import { expect } from '@playwright/test';
import { gameOn, platforms, test } from './support/shelf.ts';

test('a game goes back to what it was by keyboard, and forth again; the vault is looked at as it was', async ({
  page,
  openVault,
}) => {
  await openVault({ pong: { status: 'playing', rating: 7, platform_id: platforms.arcade } });
  const { library } = await (await page.request.get('/api/games/library')).json();
  const [pong] = library;
  const ratingNow = async () => {
    const answer = await (await page.request.get('/api/games/library')).json();
    return answer.library[0]?.rating;
  };
  await page.request.put(`/api/games/library/${pong.id}`, { data: { rating: 3 } });
  await page.goto(`/game/${pong.guid}`);

  const open = page.getByRole('button', { name: 'History of Pong' });
  const dialog = page.getByRole('dialog', { name: 'History' });
  await open.press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText('As it is now');
  await expect(dialog.getByRole('listitem').first()).toContainText('7 of 10 → 3 of 10');
  await dialog
    .getByRole('button', { name: /^Back to this/ })
    .first()
    .press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect.poll(ratingNow).toBe(7);
  const notice = page.getByText(/^Pong is as it was on /);
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(ratingNow).toBe(3);
  await open.press('Enter');
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('by going back');
  await page.keyboard.press('Escape');

  await page.goto('/library');
  await page.getByRole('main').getByRole('link', { name: 'Time machine' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^1 game on / })).toBeVisible();
  await expect(gameOn(page, 'pong')).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Go to a day' });
  await page.getByLabel('Day', { exact: true }).fill('2001-01-01');
  // No day before the first that anything is known of.
  await expect(slider).toHaveValue('0');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Today' })).toBeDisabled();
});
