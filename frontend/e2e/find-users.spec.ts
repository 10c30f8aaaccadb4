import { expect, type Page } from '@playwright/test';
import { createAccount, follow } from './support/accounts.ts';
import { searchUsers } from './support/gamer.ts';
import { giveUp, holdCalls } from './support/network.ts';
import { test } from './support/shelf.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Username' });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Search/ });
const cardOf = (page: Page, { username }: { readonly username: string }) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: username, exact: true }) });

// Specification 2 Find Users: Search by username; results with View Profile and Follow/Unfollow buttons
// Specification 2 Find Users: Search by username; results with View Profile and Follow/Unfollow buttons ... in a grid
// Specification 2 Find Users: The Search button is disabled below 2 characters or while searching
// Specification 2 Find Users: Query, results and searched flag are kept in navigation state: Back from a profile
//   restores them
// Specification 2 Find Users: Query, results and searched flag are kept in navigation state: Back from a profile
//   restores them ... also after a search without results
// Specification 2 User profile: Back returns to the users list with the saved search state
// Specification 4 States: Follow state toggles on success; the follower count is updated from the response
// Specification 5 Searches: User search: the trimmed query must be at least 2 characters, else its message
// Specification 9 Limits: Minimum user search length: 2
// Specification 9 Limits: Search limit default 10 for users
test('searches users, follows one, and restores the search on Back', async ({ page, friend, otherBrowser }) => {
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  const card = cardOf(page, friend);
  const found = page.getByText(`1 user found for "${friend.username}"`);
  const asked: string[] = [];
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (pathname === '/api/users/search') asked.push(search);
  });
  await page.goto('/users');

  await test.step('at least 2 characters', async () => {
    await expect(submit(page)).toBeDisabled();
    for (const short of ['a', ' a ', '   ']) {
      await box(page).fill(short);
      await expect(submit(page), `'${short}'`).toBeDisabled();
    }
    await box(page).fill(' a ');
    await box(page).press('Enter');
    await expect(page.getByText('Search query must be at least 2 characters long')).toBeVisible();
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
    expect(asked).toEqual([]);
    await box(page).fill('ab');
    await expect(submit(page)).toBeEnabled();
  });

  await test.step('disabled while searching; the limit is 10', async () => {
    const release = await holdCalls(page, '**/api/users/search?*');
    await searchUsers(page, friend.username);
    await expect(submit(page)).toHaveText('Searching…');
    await expect(submit(page)).toBeDisabled();
    release();
    await expect(card).toContainText('Grace Hopper');
    await expect(submit(page)).toBeEnabled();
    await expect(found).toBeVisible();
    expect(asked).toEqual([`?q=${friend.username}&limit=10`]);
  });

  await test.step('shows one to three columns, depending on the width', async () => {
    const list = page.getByRole('region', { name: 'Users found' }).getByRole('list');
    for (const [width, columns] of [
      [360, 1],
      [800, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const used = () => list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
      await expect.poll(used, `at ${width} px`).toBe(columns);
    }
  });

  await test.step('shows the follower count of the response after follow and unfollow', async () => {
    const isFollowing = async () =>
      (await (await page.request.get(`/api/users/${friend.id}`)).json()).user.is_following;
    const { user } = await (await page.request.get(`/api/users/${friend.id}`)).json();
    const followers = (more: number) => new RegExp(`(?<!\\d)${user.follower_count + more} followers?`);
    await expect(card).toContainText(followers(0));
    // Another user follows in between: the response's count must win over the displayed count plus one.
    const other = await otherBrowser();
    await createAccount(other.request);
    await follow(other.request, friend.id);
    await card.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await expect(card).toContainText(followers(2));
    await expect.poll(isFollowing).toBe(true);
    await other.request.post(`/api/users/${friend.id}/unfollow`);
    await card.getByRole('button', { name: 'Unfollow' }).click();
    await expect(card.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
    await expect(card).toContainText(followers(0));
    await expect.poll(isFollowing).toBe(false);
  });

  await test.step('Back from a profile restores query and results', async () => {
    await card.getByRole('link', { name: 'View Profile' }).click();
    await expect(page).toHaveURL(`/users/${friend.id}`);
    await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible();
    await page.getByLabel('Sort by').selectOption('Rating');
    await expect(page).toHaveURL(/sort=rating/);
    const acknowledged = page.waitForResponse(`**/api/users/${friend.id}/follow`);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await acknowledged;
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/users');
    await expect(box(page)).toHaveValue(friend.username);
    await expect(found).toBeVisible();
    await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await page.reload();
    await expect(card).toBeVisible();
    await page.request.post(`/api/users/${friend.id}/unfollow`);
  });

  await test.step('a search without results', async () => {
    await searchUsers(page, 'unknown_user');
    const noResult = page.getByRole('heading', { name: 'No users found for "unknown_user"' });
    await expect(noResult).toBeVisible();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await page.goBack();
    await expect(noResult).toBeVisible();
  });
});

// Specification 8 Errors: User search: server message ... or 'Search failed'
// Specification 8 Errors: User search: server message ... an exception gives 'Failed to search users'
// Specification 8 Errors: Follow toggle: server message ... or 'Failed to update follow status'
test('messages when searching or following fails', async ({ page, friend }) => {
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  const search = '**/api/users/search?*';
  await page.goto('/users');
  // Simulates an error of a proxy between browser and product.
  await page.route(search, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await searchUsers(page, 'somebody');
  await giveUp(page);
  await expect(page.getByText('Search failed', { exact: true })).toBeVisible();
  await page.unroute(search);
  await page.route(search, (route) => route.abort());
  await searchUsers(page, 'somebody');
  await giveUp(page);
  await expect(page.getByText('Failed to search users', { exact: true })).toBeVisible();
  await page.unroute(search);

  await searchUsers(page, friend.username);
  const follow = cardOf(page, friend).getByRole('button', { name: 'Follow', exact: true });
  await page.route('**/api/users/*/follow', (route) => route.abort());
  await follow.click();
  await giveUp(page);
  await expect(page.getByRole('alert')).toHaveText('Failed to update follow status');
  await expect(follow).toBeVisible();
  const { user } = await (await page.request.get(`/api/users/${friend.id}`)).json();
  expect(user.is_following).toBe(false);
});
