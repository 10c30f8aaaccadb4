import { expect } from '@playwright/test';
import { test } from './support/accounts.ts';
import { choose } from './support/entry-form.ts';
import { goTo, register, search, searchUsers, someName } from './support/gamer.ts';
import { act } from './support/shelf.ts';

const game = 'The Legend of Zelda: Breath of the Wild';

test('a gamer keeps a vault, and a follower sees it change', { tag: '@mobile' }, async ({ page, otherBrowser }) => {
  const ada = someName('ada');
  const bob = someName('bob');

  await test.step('register and be signed in', () => register(page, ada));

  await test.step('search, and open a game', async () => {
    await search(page, 'zelda');
    const card = page.getByRole('listitem').filter({ hasText: game }).first();
    await card.hover();
    await card.getByRole('link', { name: /^View/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: game })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
  });

  await test.step('add it with status, rating, hours and platform', async () => {
    const card = page.getByRole('listitem').filter({ hasText: game }).first();
    await card.hover();
    await card.getByRole('button', { name: /^Add/ }).click();
    await choose(card, 'Status', 'Playing');
    await card.getByLabel('Rating (1-10)').fill('9');
    await card.getByLabel('Hours').fill('12.5');
    await choose(card, 'Platform', 'Nintendo Switch');
    await card.getByRole('button', { name: 'Submit' }).click();
    await expect(card.getByText('Added!')).toBeVisible();
    await expect(card.getByRole('button', { name: /^Added/ })).toBeDisabled();
  });

  await test.step('see it in the vault', async () => {
    await goTo(page, 'Vault');
    await expect(page.getByRole('heading', { name: 'Your Game Vault' })).toBeVisible();
    await expect(page.getByText('1 of 1 games')).toBeVisible();
    await expect(page.getByText('Nintendo Switch').first()).toBeVisible();
    await expect(page.getByText('Playing').first()).toBeVisible();
  });

  const other = await otherBrowser();
  await test.step('another user registers, finds and follows the first, and sees their library', async () => {
    await register(other, bob);
    await goTo(other, 'Users');
    await searchUsers(other, ada);
    const card = other.getByRole('article').filter({ hasText: ada });
    await card.getByRole('button', { name: 'Follow' }).click();
    await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await card.getByRole('link', { name: 'View Profile' }).click();
    await expect(other.getByRole('heading', { level: 1, name: ada })).toBeVisible();
    await expect(other.getByText(game).first()).toBeVisible();
    await expect(other.getByText('12.5').first()).toBeVisible();
  });

  await test.step('an edit is seen there by itself', async () => {
    await act(page, 'Edit', game);
    const form = page.getByRole('dialog');
    await form.getByLabel('Hours').fill('20');
    await choose(form, 'Status', 'Completed');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(other.getByText('20.0').first()).toBeVisible();
    await expect(other.getByText('12.5')).toHaveCount(0);
  });

  await test.step('a removed game disappears for the follower', async () => {
    await act(page, 'Remove', game);
    await expect(page.getByText('No games yet')).toBeVisible();
    await expect(other.getByText(game)).toHaveCount(0);
  });
});
