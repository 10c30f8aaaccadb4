import { expect } from '@playwright/test';
import { createAccount, follow } from '../support/accounts.ts';
import { fillRegistration, goTo, password, someName } from '../support/gamer.ts';
import { calm, moments, test } from '../support/kill-gateway.ts';
import { gameOn, games, savedEntries } from '../support/shelf.ts';

for (const moment of moments) {
  const title = (action: string) => `${action}: done once when the gateway dies ${moment}`;
  const tag = '@faults';

  test(title('signing in'), { tag }, async ({ page, gamer, killAt }) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel('Username or email').fill(gamer.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await killAt(moment, 'POST', '**/api/auth/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible({ timeout: 35_000 });
    await calm(page);
  });

  test(title('registering'), { tag }, async ({ page, killAt }) => {
    const username = someName('late');
    await page.context().clearCookies();
    await fillRegistration(page, username);
    await killAt(moment, 'POST', '**/api/auth/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible({ timeout: 35_000 });
    await calm(page);
  });

  test(title('adding a found game'), { tag }, async ({ page, stock, killAt, back }) => {
    await stock({});
    await page.goto('/search?q=frogger');
    const card = gameOn(page, 'frogger');
    await card.hover();
    await card.getByRole('button', { name: /^Add/ }).click();
    await killAt(moment, 'POST', /\/api\/games\/library\/add/);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(card.getByRole('button', { name: /Added/ })).toBeVisible({ timeout: 35_000 });
    await calm(page);
    await back();
    expect(await savedEntries(page)).toHaveLength(1);
  });

  test(title('a removal'), { tag }, async ({ page, openVault, killAt, back }) => {
    await openVault({ pong: {}, frogger: {} }, '?view=list');
    await killAt(moment, 'DELETE', '**/api/games/library/*');
    await page.getByRole('button', { name: 'Remove Pong' }).click();
    await expect(page.getByText('Removed Pong from your vault.')).toBeVisible({ timeout: 35_000 });
    await calm(page);
    await back();
    expect(await savedEntries(page)).toMatchObject([{ guid: games.frogger.guid }]);
  });

  test(title('undoing a removal'), { tag }, async ({ page, openVault, killAt, back }) => {
    await openVault({ pong: { rating: 9 } }, '?view=list');
    await page.getByRole('button', { name: 'Remove Pong' }).click();
    await killAt(moment, 'POST', '**/api/games/library/*/restore');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(gameOn(page, 'pong')).toBeVisible({ timeout: 35_000 });
    await calm(page);
    await back();
    expect(await savedEntries(page)).toMatchObject([{ guid: games.pong.guid, rating: 9 }]);
  });

  test(title('following and unfollowing'), { tag }, async ({ page, request, killAt }) => {
    const other = await createAccount(request, someName('idol'));
    // A user can be followed only once the directory knows them.
    await follow(page.request, other.id);
    await page.request.post(`/api/users/${other.id}/unfollow`);
    await page.goto(`/users/${other.id}`);
    for (const [action, then, call, count] of [
      ['Follow', 'Unfollow', 'follow', 1],
      ['Unfollow', 'Follow', 'unfollow', 0],
    ] as const) {
      await killAt(moment, 'POST', `**/api/users/${other.id}/${call}`);
      // The screen updates before the server has stored the change.
      const acknowledged = page.waitForResponse(
        (response) => response.url().endsWith(`/${other.id}/${call}`) && response.ok(),
      );
      await page.getByRole('main').getByRole('button', { name: action, exact: true }).click();
      await expect(page.getByRole('main').getByRole('button', { name: then, exact: true })).toBeVisible({
        timeout: 35_000,
      });
      await expect(page.getByRole('main')).toContainText(`Followers${count}`);
      await acknowledged;
      await calm(page);
    }
  });
}

test('opens each page when the gateway dies during navigation', {
  tag: '@faults',
}, async ({ page, gamer, processes, stock, back }) => {
  await stock({ pong: {} });
  await page.goto('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  const places = [
    ['Vault', () => page.getByText('1 of 1 games')],
    ['Users', () => page.getByRole('heading', { level: 1, name: 'Find Users' })],
    ['Profile', () => page.getByText(gamer.email)],
    ['Home', () => page.getByRole('heading', { level: 1, name: 'Welcome to Your Game Library' })],
  ] as const;
  for (const [place, shows] of places) {
    await processes.kill('gateway');
    await goTo(page, place);
    await expect(shows()).toBeVisible({ timeout: 35_000 });
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await back();
});
