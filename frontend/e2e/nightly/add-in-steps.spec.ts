import { expect } from '@playwright/test';
import { choicesOf } from '../support/entry-form.ts';
import { handsOn } from '../support/hands.ts';
import { gameOn, games, platforms, savedAs, test } from '../support/shelf.ts';

test('adds a game with every field in three steps, or five by the form', async ({ page, stock }) => {
  await stock({});
  await page.goto(`/game/${games.tempest.guid}`);
  const hands = handsOn(page);
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await hands.click(panel.getByRole('button', { name: 'Playing' }));
  await hands.click(panel.getByRole('button', { name: '8 of 10' }));
  await hands.click(panel.getByRole('button', { name: 'Log 2 h more of Tempest' }));
  hands.expectSteps(3);
  const every = { status: 'playing', rating: 8, hours_played: 2, platform_id: platforms.arcade };
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
  await expect(panel.getByRole('button', { name: 'Playing', pressed: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await hands.click(panel.getByRole('button', { name: 'Add to Vault' }));
  const form = page.getByRole('form', { name: 'Add Tempest to your vault' });
  await hands.click(choicesOf(form, 'Status').getByRole('radio', { name: 'Playing' }));
  await hands.click(form.getByTitle('8 of 10'));
  await hands.click(form.getByRole('button', { name: '2 h more' }));
  await hands.click(form.getByRole('button', { name: 'Submit' }));
  hands.expectSteps(5);
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);

  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toBeUndefined();
  await page.goto('/search?q=tempest');
  const found = gameOn(page, 'tempest');
  await found.hover();
  await hands.click(found.getByRole('group', { name: 'Add Tempest to your vault as' }).getByTitle('Playing'));
  await hands.click(found.getByTitle('8 of 10'));
  await hands.click(found.getByRole('button', { name: 'Log 2 h more of Tempest' }));
  hands.expectSteps(3);
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject(every);
});
