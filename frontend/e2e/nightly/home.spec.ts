import { expect } from '@playwright/test';
import { follow } from '../support/accounts.ts';
import { games, platforms, test } from '../support/shelf.ts';

test('continues games being played, and starts wanted ones', async ({ page, stock }) => {
  await stock({
    pong: { status: 'playing', hours_played: 1, platform_id: platforms.arcade },
    frogger: { status: 'want_to_play' },
    galaga: { status: 'completed', rating: 9 },
  });
  await page.goto('/');
  const main = page.getByRole('main');
  const next = page.getByRole('region', { name: 'Continue playing' });
  for (const name of ['Recent Games', 'Statistics', 'Community']) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await next.getByRole('button', { name: 'Log 2 h more of Pong' }).click();
  await expect(next).toContainText('3 h');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Hours played');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('3.0');
  await expect(page.getByRole('region', { name: 'Recent Games' }).getByRole('link', { name: 'Galaga' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Wanted' }).getByRole('link', { name: 'Frogger' })).toBeVisible();

  await next.getByRole('button', { name: 'Status of Pong: Playing' }).click();
  await page.getByRole('menuitemradio', { name: 'Completed' }).click();
  const up = page.getByRole('region', { name: 'Up next' });
  await up.getByRole('button', { name: 'Start playing Frogger' }).click();
  await expect(next.getByRole('link', { name: 'Frogger' })).toBeVisible();
  await next.getByRole('link', { name: 'Frogger' }).click();
  await expect(page).toHaveURL(`/game/${games.frogger.guid}`);
});

test('shows activity of followed users, with links', { tag: '@mobile' }, async ({ page, stock, friend }) => {
  await stock({});
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  await page.goto('/');
  const activity = page.getByRole('region', { name: 'People you follow' });
  await expect(activity.getByRole('link', { name: 'Find players to follow' })).toBeVisible();
  await follow(page.request, friend.id);
  await page.reload();
  const latest = activity.getByRole('listitem').first();
  await expect(latest).toContainText(new RegExp(`${friend.username}.*added.*Galaga.*rated 7 of 10`));
  await latest.getByRole('link', { name: 'Galaga' }).click();
  await expect(page).toHaveURL(`/game/${games.galaga.guid}`);
  await page.goBack();
  await latest.getByRole('link', { name: friend.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible();
  await page.request.post(`/api/users/${friend.id}/unfollow`);
});
