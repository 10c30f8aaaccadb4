import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { choose } from './support/entry-form.ts';
import { password, searchUsers } from './support/gamer.ts';
import { calm, moments, test } from './support/kill-gateway.ts';
import { giveUp, streamAfter } from './support/network.ts';
import { cardOf, endpoints, openSearch, zelda } from './support/search.ts';
import { gameOn, savedEntries } from './support/shelf.ts';
import { todaysVideos } from './support/videos.ts';

const restarting = 'This part of Nightshelf is restarting. Please try again.';

// Specification 4 States: A failed token check leaves the user signed out
// Specification 8 Errors: Login: an exception shows the server message
// Specification 8 Errors: Auth verification failure: the user stays signed out; no message
// Specification 8 Errors: Profile: 'Failed to load profile'
test('without the auth service: profile, verification and sign-in', { tag: '@faults' }, async ({
  page,
  gamer,
  processes,
  otherBrowser,
}) => {
  await page.goto('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  const visitor = await otherBrowser();
  await visitor.goto('/login');
  await visitor.getByLabel('Username or email').fill(gamer.username);
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await processes.stop('auth');
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await giveUp(visitor);
  await expect(visitor.getByRole('alert')).toHaveText(restarting);

  await page.getByRole('link', { name: 'Profile' }).click();
  await giveUp(page);
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText(/^Failed to load profile(?! data)/);
  // The page still shows the session's own data.
  await expect(page.getByRole('main').getByText(gamer.username, { exact: true }).first()).toBeVisible();

  const other = await otherBrowser();
  await signIn(other, gamer);
  await other.goto('/');
  await giveUp(other);
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(other.getByRole('alert')).toHaveCount(0);
  await other.goto('/library');
  await giveUp(other);
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('alert')).toHaveCount(0);

  await processes.start('auth');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toBeHidden();
});

// Specification 8 Errors: Library load: 'Failed to load your library'
// Specification 8 Errors: Remove: alert 'Failed to remove game from library'
// Specification 8 Errors: Update: alert 'Failed to update game'
test('without the library service: loading, removing and updating', { tag: '@faults' }, async ({
  page,
  openVault,
  processes,
}) => {
  // The page reads the vault at first, and again when the notification stream has started.
  let hasRead = false;
  page.on('response', (response) => {
    hasRead ||= new URL(response.url()).pathname === '/api/games/library';
  });
  await streamAfter(page, () => hasRead);
  const caughtUp = page.waitForResponse((response) => response.url().includes('/api/games/library?since='));
  await openVault({ pong: { status: 'playing' } }, '?view=list');
  // Stop the service only now: a page that already knows of the outage would queue the change instead of sending it.
  await (await caughtUp).finished();
  await processes.stop('library');
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  await choose(page.getByRole('dialog'), 'Status', 'Dropped');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await giveUp(page);
  const alerts = page.getByRole('alert');
  await expect(alerts.filter({ hasText: 'Failed to update game' })).toHaveText('Failed to update game');
  await expect(gameOn(page, 'pong').locator('[data-status]')).toHaveText('Playing');

  await page.getByRole('button', { name: 'Remove Pong' }).click();
  await giveUp(page);
  await expect(alerts.filter({ hasText: 'remove' })).toHaveText('Failed to remove game from library');
  await expect(gameOn(page, 'pong')).toBeVisible();

  await page.reload();
  await giveUp(page);
  const fault = alerts.getByRole('heading', { name: 'Failed to load your library' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(fault).toBeVisible();
  await expect(again).toBeVisible();
  await processes.start('library');
  // The page also retries automatically, which may remove the button first.
  await again.click({ timeout: 5000 }).catch(async (error) => {
    if (await again.isVisible()) throw error;
  });
  await expect(fault).toHaveCount(0);
  await expect(gameOn(page, 'pong').locator('[data-status]')).toHaveText('Playing');
});

// Specification 8 Errors: User search: server message
// Specification 8 Errors: Follow toggle: server message
test('without the social service: user search and follow toggle', { tag: '@faults' }, async ({
  page,
  friend,
  processes,
}) => {
  const card = page.getByRole('article').filter({ hasText: friend.username });
  await page.goto('/users');
  await searchUsers(page, friend.username);
  await expect(card).toContainText('0 followers');
  await processes.stop('social');
  const refusal = page.waitForResponse(`**/api/users/${friend.id}/follow`);
  await card.getByRole('button', { name: 'Follow' }).click();
  const { message } = await (await refusal).json();
  expect(message).not.toBe('');
  await giveUp(page);
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(card).toContainText('0 followers');

  await searchUsers(page, 'somebody');
  await giveUp(page);
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true');
});

// Specification 2 Home: Empty state: 'No gaming reviews available today' / 'Check back tomorrow for fresh content!'
// Specification 2 Home: Error states show the server message
// Specification 8 Errors: Videos: server message
test('without videos, and without the media service', { tag: '@faults' }, async ({ page, databases, processes }) => {
  const reviews = page.getByRole('region', { name: 'Daily Gaming Reviews' });
  await todaysVideos(page.request);
  await databases.run('media', 'delete from daily_reviews');
  try {
    await page.goto('/');
    await expect(reviews.getByRole('heading', { name: 'No gaming reviews available today' })).toBeVisible();
    await expect(reviews.getByText('Check back tomorrow for fresh content!')).toBeVisible();
    await processes.stop('media');
    await page.reload();
    await giveUp(page);
    await expect(reviews.getByRole('alert')).toContainText(restarting);
  } finally {
    // At its start the service fetches missing videos.
    await processes.stop('media');
    await processes.start('media');
    await todaysVideos(page.request);
  }
});

for (const moment of moments) {
  test(`an edit is done once when the gateway dies ${moment}`, { tag: '@faults' }, async ({
    page,
    openVault,
    killAt,
    back,
  }) => {
    await openVault({ pong: { rating: 5 } }, '?view=list');
    await page.getByRole('button', { name: 'Edit Pong' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Rating (1-10)').fill('8');
    await killAt(moment, 'PUT', '**/api/games/library/*');
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await form.getByRole('button', { name: 'Save' }).click();
    await answered;
    await expect(gameOn(page, 'pong')).toContainText('8');
    await calm(page);
    await back();
    expect(await savedEntries(page)).toMatchObject([{ rating: 8, version: 2 }]);
  });
}

// Specification 2 Search results: Search flow: an error with a fallback to local-only results
// Specification 2 Game detail: Not found panel 'Game Not Found' with 'The requested game could not be found.' ... or
//   the error text
// Specification 8 Errors: Search: all proxies fail, local results exist: shown with the notice
// Specification 8 Errors: Search: no local results: 'Failed to search games: {message}. Please try again later.' in a
//   'Search Error' box; tips
// Specification 8 Errors: Search: tips only if the text mentions 'proxies failed'
test('without the providers and the catalog: search and game page', { tag: '@faults' }, async ({
  page,
  providers,
  processes,
}) => {
  // This call stores the games, and leaving the page would end it.
  const stored = page.waitForResponse(endpoints.cache);
  await openSearch(page, 'zelda');
  expect((await stored).ok()).toBe(true);
  await providers.fail('giantbomb', { mode: 'down' });

  await test.step('stored games with a notice', async () => {
    // This query has no cached response, but it matches the stored games.
    const query = `breath of the wild ${'zelda '.repeat(1 + Math.floor(Math.random() * 20))}`.trim();
    await page.goto(`/search?q=${encodeURIComponent(query)}`);
    await expect(
      page.getByText('API search unavailable, showing local results only. Some games may not appear in search.'),
    ).toBeVisible();
    await expect(cardOf(page, zelda)).toBeVisible();
  });

  const box = page.getByRole('alert');
  await test.step("'Search Error' with tips without a stored game", async () => {
    const answered = page.waitForResponse(endpoints.external);
    await page.goto(`/search?q=${encodeURIComponent(`qxqx ${randomUUID().slice(0, 8)}`)}`);
    const { message } = await (await answered).json();
    await expect(box.getByRole('heading', { name: 'Search Error' })).toBeVisible();
    expect(message).toContain('proxies failed');
    await expect(box).toContainText(`Failed to search games: ${message}. Please try again later.`);
    await expect(box.getByRole('listitem')).toHaveText([
      /check your internet connection/i,
      /another game/i,
      /provider or its proxies may be down/i,
    ]);
  });

  await test.step("'Game Not Found' with the error text", async () => {
    const answered = page.waitForResponse('**/api/games/3030-999999');
    await page.goto('/game/3030-999999');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Game Not Found');
    const { message } = await (await answered).json();
    expect(message).toContain('proxies failed');
    await expect(box).toContainText(message);
  });

  await test.step('no tips for other errors', async () => {
    await processes.stop('catalog');
    await page.goto('/search?q=zelda');
    await giveUp(page);
    await expect(box).toContainText(/Failed to search games: .*[^.]\. Please try again later\./);
    await expect(box.getByRole('listitem')).toHaveCount(0);
  });
});
