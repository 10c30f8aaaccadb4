import { expect } from '@playwright/test';
import { choicesOf } from '../support/entry-form.ts';
import { gameOn, games, platforms, savedAs, test } from '../support/shelf.ts';

test('adds a game with every field in three steps, or five by the form', async ({ page, stock }) => {
  await stock({});
  await page.goto(`/game/${games.tempest.guid}`);
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await panel.getByRole('button', { name: 'Playing' }).click();
  await panel.getByRole('button', { name: '8 of 10' }).click();
  await panel.getByRole('button', { name: 'Log 2 h more of Tempest' }).click();
  const every = { status: 'playing', rating: 8, hours_played: 2, platform_id: platforms.arcade };
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
  await expect(panel.getByRole('button', { name: 'Playing', pressed: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await panel.getByRole('button', { name: 'Add to Vault' }).click();
  const form = page.getByRole('form', { name: 'Add Tempest to your vault' });
  await choicesOf(form, 'Status').getByRole('radio', { name: 'Playing' }).click();
  await form.getByTitle('8 of 10').click();
  await form.getByRole('button', { name: '2 h more' }).click();
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await page.goto('/search?q=tempest');
  const found = gameOn(page, 'tempest');
  await found.hover();
  await found.getByRole('group', { name: 'Add Tempest to your vault as' }).getByTitle('Playing').click();
  await found.getByTitle('8 of 10').click();
  await found.getByRole('button', { name: 'Log 2 h more of Tempest' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
});
