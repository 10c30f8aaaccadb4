import { expect } from '@playwright/test';
import { addGame, gameOn, savedAs, test } from '../support/shelf.ts';
import { changeSelected, selectAll } from './support.ts';

test('restores a version by keyboard, undoes that, and shows past days', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing', rating: 7 } });
  const pong = await savedAs(page, 'pong');
  const ratingNow = async () => (await savedAs(page, 'pong'))?.rating;
  await page.request.put(`/api/games/library/${pong.id}`, { data: { rating: 3 } });
  await page.goto(`/game/${pong.guid}`);

  const open = page.getByRole('button', { name: 'History of Pong' });
  const dialog = page.getByRole('dialog', { name: 'History' });
  await open.press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText('Current');
  await expect(dialog.getByRole('listitem').first()).toContainText('7 of 10 → 3 of 10');
  await dialog
    .getByRole('button', { name: /^Restore this version/ })
    .first()
    .press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect.poll(ratingNow).toBe(7);
  const notice = page.getByText(/^Pong restored to /);
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
  // The slider starts at the first day with data.
  await expect(slider).toHaveValue('0');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Today' })).toBeDisabled();
});

test('undoes recent changes after a reload, except entries changed since', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing' }, breakout: { status: 'dropped' }, frogger: { status: 'playing' } });
  await selectAll(page);
  await changeSelected(page, 'Completed');
  const entries = () => Promise.all((['pong', 'breakout', 'frogger'] as const).map((one) => savedAs(page, one)));
  const statusesNow = async () => (await entries()).map((entry) => entry?.status);
  await expect.poll(statusesNow).toEqual(['completed', 'completed', 'completed']);
  // Change the entries on another device.
  const [pong, breakout] = await entries();
  await page.request.put(`/api/games/library/${pong.id}`, { data: { status: 'collection' } });
  await page.request.delete(`/api/games/library/${breakout.id}`);

  await page.goto('/library/history');
  await page.getByRole('main').getByRole('link', { name: 'Recent changes' }).press('Enter');
  const changes = page.getByRole('list', { name: 'Changes to your vault, newest first' });
  const lines = changes.getByRole('listitem');
  await expect(lines.nth(0)).toContainText('Removed Breakout');
  await expect(lines.nth(1)).toContainText('Collection');
  await expect(lines.nth(2)).toContainText('Completed 3 games');
  await lines.nth(0).getByRole('button', { name: 'Undo: Removed Breakout' }).press('Enter');
  await expect.poll(statusesNow).toEqual(['collection', 'completed', 'completed']);
  expect((await savedAs(page, 'breakout')).id).toBe(breakout.id);
  await expect(lines.nth(1)).toContainText('Undone');
  await expect(lines.nth(1).getByText('Undone')).toBeFocused();
  // Earlier, possibly identical changes appear below.
  await changes.getByRole('button', { name: 'Undo: Completed 3 games' }).first().press('Enter');
  await expect(page.getByText('1 of 3 games stays as it is: you changed it since.')).toBeVisible();
  await expect.poll(statusesNow).toEqual(['collection', 'dropped', 'playing']);
  await expect(lines.nth(0)).toContainText('Changed 2 games');
  await expect(lines.nth(0)).toContainText('by undoing');
  // Changes from other devices appear automatically.
  await addGame(page.request, 'galaga');
  await expect(lines.nth(0)).toContainText('Added Galaga');
});
