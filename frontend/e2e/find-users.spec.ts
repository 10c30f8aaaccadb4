import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createAccount, follow } from './support/accounts.ts';
import { holdCalls } from './support/hold-calls.ts';
import { type Friend, test } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Username' });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Search/ });
const cardOf = (page: Page, { username }: { readonly username: string }) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: username, exact: true }) });

async function searchFor(page: Page, username: string): Promise<void> {
  await box(page).fill(username);
  await submit(page).click();
}

const isFollowing = async (page: Page, { id }: Friend): Promise<boolean> =>
  (await (await page.request.get(`/api/users/${id}`)).json()).user.is_following;

async function openFollowing(page: Page, friend: Friend, following: boolean): Promise<void> {
  await page.request.post(`/api/users/${friend.id}/${following ? 'follow' : 'unfollow'}`);
  await page.goto('/users');
  await searchFor(page, friend.username);
  await expect(cardOf(page, friend)).toBeVisible();
}

// Specification 2 Find Users: Search by username; results with View Profile and Follow/Unfollow buttons
test('search by username; View Profile and Follow/Unfollow', { tag: '@mobile' }, async ({ page, friend }) => {
  await openFollowing(page, friend, false);
  const card = cardOf(page, friend);
  await expect(card).toContainText('Grace Hopper');
  await expect(page.getByText(`1 user found for "${friend.username}"`)).toBeVisible();
  await expect(card.getByRole('button', { name: 'Follow' })).toBeVisible();
  await card.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/users/${friend.id}`);
  await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible();
});

// Specification 2 Find Users: Search by username; results with View Profile and Follow/Unfollow buttons ... in a grid
test('results grid', async ({ page, friend }) => {
  await page.goto('/users');
  await searchFor(page, friend.username);
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

// Specification 2 Find Users: The Search button is disabled below 2 characters or while searching
test('disables Search below 2 characters or while searching', async ({ page, friend }) => {
  await page.goto('/users');
  await expect(submit(page)).toBeDisabled();
  for (const short of ['a', ' a ', '   ']) {
    await box(page).fill(short);
    await expect(submit(page), `'${short}'`).toBeDisabled();
  }
  await box(page).fill('ab');
  await expect(submit(page)).toBeEnabled();

  const release = await holdCalls(page, '**/api/users/search?*');
  await searchFor(page, friend.username);
  await expect(submit(page)).toHaveText('Searching...');
  await expect(submit(page)).toBeDisabled();
  release();
  await expect(cardOf(page, friend)).toBeVisible();
  await expect(submit(page)).toBeEnabled();
});

// Specification 5 Searches: User search: the trimmed query must be at least 2 characters, else its message
// Specification 9 Limits: Minimum user search length: 2
test('refuses a trimmed query below 2 characters', async ({ page }) => {
  await page.goto('/users');
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/users/search') && calls.push(request.url()));
  await box(page).fill(' a ');
  await box(page).press('Enter');
  await expect(page.getByText('Search query must be at least 2 characters long')).toBeVisible();
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([]);
  const refused = await page.request.get('/api/users/search?q=%20a%20');
  expect(refused.status()).toBe(422);
  expect(await refused.text()).toContain('Search query must be at least 2 characters long');
});

// Specification 2 Find Users: Query, results and searched flag are kept in navigation state: Back from a profile
//   restores them
test('Back from a profile restores query and results', async ({ page, friend }) => {
  await openFollowing(page, friend, false);
  await cardOf(page, friend).getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  const acknowledged = page.waitForResponse(`**/api/users/${friend.id}/follow`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await acknowledged;
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/users');
  await expect(box(page)).toHaveValue(friend.username);
  await expect(page.getByText(`1 user found for "${friend.username}"`)).toBeVisible();
  await expect(cardOf(page, friend).getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await page.reload();
  await expect(cardOf(page, friend)).toBeVisible();
});

// Specification 2 Find Users: Query, results and searched flag are kept in navigation state: Back from a profile
//   restores them ... also after a search without results
test('restores a search without results', async ({ page }) => {
  await page.goto('/users');
  await searchFor(page, 'unknown_user');
  const noResult = page.getByRole('heading', { name: 'No users found for "unknown_user"' });
  await expect(noResult).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.goBack();
  await expect(noResult).toBeVisible();
});

// Specification 9 Limits: Search limit default 10 for users
test('search limit default: 10 for users', async ({ page, playwright, baseURL }) => {
  const prefix = `many_${randomUUID().slice(0, 6)}_`;
  await Promise.all(
    Array.from({ length: 11 }, async (_, place) => {
      const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
      await createAccount(request, `${prefix}${place}`);
      await request.dispose();
    }),
  );
  const found = async () =>
    (await (await page.request.get(`/api/users/search?q=${prefix}&limit=50`)).json()).users.length;
  await expect.poll(found).toBe(11);
  const byDefault = await (await page.request.get(`/api/users/search?q=${prefix}`)).json();
  expect(byDefault.users).toHaveLength(10);
  await page.goto('/users');
  const asked = page.waitForRequest('**/api/users/search?*');
  await searchFor(page, prefix);
  expect(new URL((await asked).url()).searchParams.get('limit')).toBe('10');
  await expect(page.getByRole('article')).toHaveCount(10);
});

// Specification 4 States: Follow state toggles on success; the follower count is updated from the response
test('toggles follow state, and takes the count from the response', async ({ page, request, friend }) => {
  await openFollowing(page, friend, false);
  const card = cardOf(page, friend);
  await expect(card).toContainText('0 followers');
  // Another user follows in between: the response's count must win over the displayed count plus one.
  await createAccount(request);
  await follow(request, friend.id);
  await card.getByRole('button', { name: 'Follow' }).click();
  await expect(card.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(card).toContainText('2 followers');
  expect(await isFollowing(page, friend)).toBe(true);
  await request.post(`/api/users/${friend.id}/unfollow`);
  await card.getByRole('button', { name: 'Unfollow' }).click();
  await expect(card.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(card).toContainText('0 followers');
  expect(await isFollowing(page, friend)).toBe(false);
});

// Specification 8 Errors: User search: server message
// Specification 8 Errors: Follow toggle: server message
test('user search and follow toggle: the server message', { tag: '@faults' }, async ({ page, friend, processes }) => {
  await openFollowing(page, friend, false);
  await processes.stop('social');
  const refusal = page.waitForResponse(`**/api/users/${friend.id}/follow`);
  await cardOf(page, friend).getByRole('button', { name: 'Follow' }).click();
  const { message } = await (await refusal).json();
  expect(message).not.toBe('');
  await giveUp(page);
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  await expect(cardOf(page, friend).getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(cardOf(page, friend)).toContainText('0 followers');

  await searchFor(page, 'somebody');
  await giveUp(page);
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
});

// Specification 8 Errors: User search: server message ... or 'Search failed'
test("user search: 'Search failed' without a server message", async ({ page }) => {
  // Simulates an error of a proxy between browser and product.
  await page.route('**/api/users/search?*', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.goto('/users');
  await searchFor(page, 'somebody');
  await giveUp(page);
  await expect(page.getByText('Search failed', { exact: true })).toBeVisible();
});

// Specification 8 Errors: User search: server message ... an exception gives 'Failed to search users'
test("user search: an exception gives 'Failed to search users'", async ({ page }) => {
  await page.route('**/api/users/search?*', (route) => route.abort());
  await page.goto('/users');
  await searchFor(page, 'somebody');
  await giveUp(page);
  await expect(page.getByText('Failed to search users', { exact: true })).toBeVisible();
});

// Specification 8 Errors: Follow toggle: server message ... or 'Failed to update follow status'
test("follow toggle: 'Failed to update follow status'", async ({ page, friend }) => {
  await openFollowing(page, friend, false);
  await page.route('**/api/users/*/follow', (route) => route.abort());
  await cardOf(page, friend).getByRole('button', { name: 'Follow' }).click();
  await giveUp(page);
  await expect(page.getByRole('alert')).toHaveText('Failed to update follow status');
  await expect(cardOf(page, friend).getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  expect(await isFollowing(page, friend)).toBe(false);
});
