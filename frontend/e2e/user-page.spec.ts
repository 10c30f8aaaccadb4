import { expect } from '@playwright/test';
import { createAccount, follow, untilListed } from './support/accounts.ts';
import { giveUp, withoutStream } from './support/network.ts';
import { factOf } from './support/screen.ts';
import { addGame, firstVisit, gameOn, openPageOf, shownTitles, test } from './support/shelf.ts';

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date());
const newestFirst = ['Galaga', 'Frogger', 'Breakout', 'Pong'];

// Specification 2 User profile: Header: avatar initial, username, name, member since, followers, following, games and
//   shared counts
// Specification 2 User profile: Header: Follow/Unfollow
// Specification 2 User profile: Back returns to the users list with the saved search state ... otherwise one step
//   back
// Specification 2 User profile: Statistics
// Specification 9 Limits: Average rating and total hours with 1 decimal; ratings above 0 only (own) ... (another
//   user's)
test('header, statistics, Follow/Unfollow and Back', { tag: '@mobile' }, async ({ page, request, friend }) => {
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  const follower = await createAccount(request);
  // Other tests of this worker follow the same friend.
  const { user: before } = await (await request.get(`/api/users/${friend.id}`)).json();
  await follow(request, friend.id);
  await follow(friend.request, follower.id);
  await page.goto('/profile');
  await openPageOf(page, friend);
  const header = page.getByRole('main').locator('header');
  await expect(header.getByText('F', { exact: true })).toBeVisible();
  await expect(header.getByRole('heading', { level: 1 })).toHaveText(friend.username);
  await expect(header.getByText('Grace Hopper')).toBeVisible();
  await expect(header.getByText(`Member since ${today}`)).toBeVisible();
  for (const [label, value] of Object.entries({
    Followers: before.follower_count + 1,
    Following: before.following_count + 1,
    Games: 4,
    Shared: 2,
  })) {
    await expect(factOf(page, label, 'main header'), label).toHaveText(String(value));
  }
  for (const [label, value] of Object.entries({
    'Total games': '4',
    'Shared games': '2',
    'Average rating': '7.3',
    'Total hours': '13.5',
    'Currently Playing': '2',
    'Want to Play': '1',
    Completed: '1',
    Dropped: '0',
    Collection: '0',
  })) {
    await expect(factOf(page, label, 'main section'), label).toHaveText(value);
  }

  const followers = factOf(page, 'Followers', 'main header');
  // The screen updates before the server; a reload shows only acknowledged changes.
  const acknowledged = page.waitForResponse(`**/api/users/${friend.id}/follow`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(followers).toHaveText(String(before.follower_count + 2));
  await acknowledged;
  await page.reload();
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(followers).toHaveText(String(before.follower_count + 1));
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await request.post(`/api/users/${friend.id}/unfollow`);
  await friend.request.post(`/api/users/${follower.id}/unfollow`);
});

// Specification 2 User profile: The user's library with search
// Specification 2 User profile: The user's library with search ... sort (Date Added, Name, Rating, Status)
// Specification 2 User profile: The user's library with search ... Cards/List
// Specification 2 User profile: A 'Show only shared games (N)' checkbox
test("the user's library: search, sort, views, shared games", { tag: '@mobile' }, async ({ page, friend }) => {
  await openPageOf(page, friend);

  await test.step('search', async () => {
    const search = page.getByRole('searchbox', { name: 'Search this library' });
    await search.fill('ONG');
    await expect(shownTitles(page)).toHaveText(['Pong']);
    await expect(page.getByText('1 of 4 games')).toBeVisible();
    await search.fill('playing');
    await expect(shownTitles(page)).toHaveText(['Galaga', 'Breakout']);
    await search.fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(shownTitles(page)).toHaveText(newestFirst);
  });

  await test.step('sort', async () => {
    const sort = page.getByLabel('Sort by');
    await expect(sort.locator('option')).toHaveText(['Date Added', 'Name', 'Rating', 'Status']);
    for (const [by, order] of [
      ['Name', ['Breakout', 'Frogger', 'Galaga', 'Pong']],
      ['Rating', ['Pong', 'Galaga', 'Breakout', 'Frogger']],
      ['Status', ['Breakout', 'Galaga', 'Frogger', 'Pong']],
      ['Date Added', newestFirst],
    ] as const) {
      await sort.selectOption(by);
      await expect(shownTitles(page), by).toHaveText(order);
    }
  });

  await test.step('only shared games', async () => {
    await page.getByLabel('Show only shared games (2)').check();
    await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong']);
    await page.getByLabel('Show only shared games (2)').uncheck();
    await expect(shownTitles(page)).toHaveText(newestFirst);
  });

  await test.step('cards and list', async () => {
    const heading = `${friend.username}'s library`;
    await expect(page.getByRole('list', { name: heading })).toBeVisible();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByRole('table', { name: heading })).toBeVisible();
    await expect(gameOn(page, 'breakout')).toContainText('2.5');
    // Other users' games are read-only.
    await expect(page.getByRole('button', { name: /^(Edit|Remove|Share)/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Cards' }).click();
    await expect(page.getByRole('list', { name: heading })).toBeVisible();
  });
});

// Specification 2 User profile: A 'Show only shared games (N)' checkbox ... shown only when shared_games is above 0
// Specification 8 Errors: User profile: server message
// Specification 8 Errors: User profile: server message ... or 'Failed to load user profile'
test('no shared games, an unknown user, and a failed load', async ({ page, request }) => {
  const owner = await createAccount(request);
  const id = await addGame(request, 'pong');
  await untilListed(request, owner);
  await page.goto(`/users/${owner.id}`);
  await expect(page.getByText('1 of 1 game')).toBeVisible(firstVisit);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await request.put(`/api/games/library/${id}`, { data: { is_shared: true } });
  await expect(page.getByLabel('Show only shared games (1)')).toBeVisible();

  const unknown = '/users/00000000-0000-4000-8000-000000000000';
  const { message } = await (await page.request.get(`/api${unknown}`)).json();
  expect(message).not.toBe('');
  await page.goto(unknown);
  await expect(page.getByRole('alert').getByRole('heading', { name: message })).toBeVisible();

  // The stream would reload the page without a click.
  await withoutStream(page);
  await page.route(`**/api/users/${owner.id}`, (route) => route.abort());
  await page.goto(`/users/${owner.id}`);
  await giveUp(page);
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Failed to load user profile' })).toBeVisible();
  await page.unroute(`**/api/users/${owner.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: owner.username })).toBeVisible();
});
