import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { cardOf, cards, openSearch, searched, zelda } from '../support/search.ts';
import { test } from '../support/shelf.ts';
import { addDescribed } from './support.ts';

test('shows the status of owned games, and platforms of all', { tag: '@mobile' }, async ({ page, stock }) => {
  await stock({});
  await addDescribed(page.request, { guid: '3030-10016', name: zelda });
  await openSearch(page, 'zelda');
  await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
  await page.mouse.move(0, 0);
  await expect(cardOf(page, zelda).getByText('In your vault: Playing')).toBeAttached();
  await expect(cardOf(page, zelda).locator('[data-status=playing]')).toBeVisible();
  await expect(page.locator('[data-status]')).toHaveCount(1);
  await expect(cardOf(page, zelda).getByText('NSW')).toBeVisible();
});

test('shows more than the first twenty, with the right count', async ({ page }) => {
  const all = await (await page.request.get('/api/games/search/external?q=mario&limit=100')).json();
  expect(all.results.length).toBeGreaterThan(20);
  await openSearch(page, 'mario');
  const guids = () =>
    cards(page)
      .locator('[data-guid]')
      .evaluateAll((found) => found.map((one) => one.dataset.guid));
  const before = await guids();
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await page.keyboard.press('Enter');
  // After loading by keyboard, focus moves to the first new card.
  await expect(cards(page).locator('article').nth(before.length).getByRole('heading').getByRole('link')).toBeFocused();
  await expect(more).toHaveCount(0);
  await searched(page);
  await expect.poll(guids).toEqual(expect.arrayContaining(all.results.map(({ guid }: { guid: string }) => guid)));
  expect((await guids()).slice(0, before.length)).toEqual(before);
  await expect(page.getByText(`(${(await guids()).length} games found)`)).toBeVisible();
});

test('corrects a typo, and suggests the intended word', async ({ page }) => {
  await openSearch(page, 'zelda');
  await openSearch(page, 'zleda');
  await expect(cardOf(page, zelda)).toBeVisible();
  await expect(page.getByText('Showing results for zelda')).toBeVisible();
  const nowhere = `zleda ${randomUUID().slice(0, 8)}`;
  await page.goto(`/search?q=${nowhere}`);
  await expect(page.getByText(`No games found for "${nowhere}"`)).toBeVisible();
  await expect(page.getByText('Did you mean zelda?')).toBeVisible();
  await page.getByRole('link', { name: 'zelda', exact: true }).click();
  await expect(page).toHaveURL('/search?q=zelda');
  await expect(page.getByText('Results for "zelda"')).toBeVisible();
});
