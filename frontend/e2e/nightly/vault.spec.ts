import { expect } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { someName } from '../support/gamer.ts';
import { phone } from '../support/phone.ts';
import { platforms, shownTitles, test } from '../support/shelf.ts';

test('opens a game in a new tab with Ctrl or ⌘', async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {} });
  const opened = page.context().waitForEvent('page');
  await shownTitles(page)
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/game\//);
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('region', { name: 'Selected games' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  test('a card shows its platform whole below a long title', async ({ page }) => {
    await createAccount(page.request, someName('collector'));
    const data = {
      guid: '3030-97001',
      name: 'The Wandering Knights and Their Unfinished Business',
      status: 'want_to_play',
      rating: 10,
      hours_played: 101.5,
      platform_id: platforms.commodore64,
    };
    const answer = await page.request.post('/api/games/library/add-external', { data });
    const { id } = (await answer.json()).user_game;
    await page.request.put(`/api/games/library/${id}`, { data: { is_shared: true } });
    await page.goto('/library');
    const row = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
    const platform = row.getByText('Commodore 64');
    await expect(platform).toBeVisible();
    expect(await platform.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });
});
