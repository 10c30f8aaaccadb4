import { expect, type Page } from '@playwright/test';
import { createAccount, follow, untilListed } from './support/accounts.ts';
import { someName } from './support/gamer.ts';
import { holdCalls } from './support/hold-calls.ts';
import { addGame, type Friend, fillVault, firstVisit, gameOn, shownTitles, test } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

const figure = (page: Page, scope: 'header' | 'section', label: string) =>
  page
    .getByRole('main')
    .locator(`${scope} dl > div`)
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

/** Opens the page once it has all four games of the friend. */
async function openPage(page: Page, friend: Friend, query = ''): Promise<void> {
  const arrived = async () => (await (await page.request.get(`/api/users/${friend.id}`)).json()).library.length;
  await expect.poll(arrived).toBe(4);
  await page.goto(`/users/${friend.id}${query}`);
  await expect(page.getByText(/ of 4 games/)).toBeVisible(firstVisit);
}

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date());
const newestFirst = ['Galaga', 'Frogger', 'Breakout', 'Pong'];

// Specification 2 User profile: Header: avatar initial, username, name, member since, followers, following, games and
//   shared counts
test('header: initial, names, member since, counts', async ({ page, request, friend }) => {
  const follower = await createAccount(request);
  // Other tests of this worker follow the same friend.
  const { user: before } = await (await request.get(`/api/users/${friend.id}`)).json();
  await follow(request, friend.id);
  await follow(friend.request, follower.id);
  try {
    await openPage(page, friend);
    const header = page.getByRole('main').locator('header');
    await expect(header.getByText('F', { exact: true })).toBeVisible();
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(friend.username);
    await expect(header.getByText('Grace Hopper')).toBeVisible();
    await expect(header.getByText(`Member since ${today}`)).toBeVisible();
    const [followers, following] = [before.follower_count + 1, before.following_count + 1].map(String);
    for (const [label, value] of Object.entries({
      Followers: followers,
      Following: following,
      Games: '4',
      Shared: '2',
    })) {
      await expect(figure(page, 'header', label), label).toHaveText(value ?? '');
    }
  } finally {
    await request.post(`/api/users/${friend.id}/unfollow`);
    await friend.request.post(`/api/users/${follower.id}/unfollow`);
  }
});

// Specification 2 User profile: Header: Follow/Unfollow
test('header: Follow/Unfollow', { tag: '@mobile' }, async ({ page, friend }) => {
  await page.request.post(`/api/users/${friend.id}/unfollow`);
  await openPage(page, friend);
  const followers = figure(page, 'header', 'Followers');
  const before = Number(await followers.textContent());
  // The screen updates before the server; a reload shows only acknowledged changes.
  const acknowledged = page.waitForResponse(`**/api/users/${friend.id}/follow`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(followers).toHaveText(String(before + 1));
  await acknowledged;
  await page.reload();
  await page.getByRole('button', { name: 'Unfollow' }).click();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await expect(followers).toHaveText(String(before));
});

// Specification 2 User profile: Statistics
// Specification 9 Limits: Average rating and total hours with 1 decimal; ratings above 0 only (own) ... (another
//   user's)
test('statistics: totals, statuses, 1 decimal', async ({ page, friend }) => {
  await openPage(page, friend);
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
    await expect(figure(page, 'section', label), label).toHaveText(value);
  }
});

// Specification 2 User profile: The user's library with search
test("the user's library with search", async ({ page, friend }) => {
  await openPage(page, friend);
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

// Specification 2 User profile: The user's library with search ... sort (Date Added, Name, Rating, Status)
test("the user's library with sort (Date Added, Name, Rating, Status)", async ({ page, friend }) => {
  await openPage(page, friend);
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

// Specification 2 User profile: The user's library with search ... Cards/List
test("the user's library with Cards/List", { tag: '@mobile' }, async ({ page, friend }) => {
  await openPage(page, friend);
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

// Specification 2 User profile: A 'Show only shared games (N)' checkbox
test("a 'Show only shared games (N)' checkbox", async ({ page, friend }) => {
  await openPage(page, friend);
  await page.getByLabel('Show only shared games (2)').check();
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong']);
  await page.getByLabel('Show only shared games (2)').uncheck();
  await expect(shownTitles(page)).toHaveText(newestFirst);
});

// Specification 2 User profile: A 'Show only shared games (N)' checkbox ... shown only when shared_games is above 0
test('shows that checkbox only when shared_games is above 0', async ({ page, request }) => {
  const owner = await createAccount(request);
  await fillVault(request, { pong: {} });
  await untilListed(request, owner);
  await page.goto(`/users/${owner.id}`);
  await expect(page.getByText('1 of 1 game')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const { library } = await (await request.get('/api/games/library')).json();
  await request.put(`/api/games/library/${library[0].id}`, { data: { is_shared: true } });
  await expect(page.getByLabel('Show only shared games (1)')).toBeVisible();
});

// Specification 2 User profile: Back returns to the users list with the saved search state
test('Back restores the users list', async ({ page, friend }) => {
  await page.goto('/users');
  await page.getByRole('searchbox', { name: 'Username' }).fill(friend.username);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await page.getByLabel('Sort by').selectOption('Rating');
  await expect(page).toHaveURL(/sort=rating/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/users');
  await expect(page.getByRole('searchbox', { name: 'Username' })).toHaveValue(friend.username);
  await expect(page.getByRole('article')).toContainText(friend.username);
});

// Specification 2 User profile: Back returns to the users list with the saved search state ... otherwise one step
//   back
test('Back otherwise goes one step back', async ({ page, friend }) => {
  await page.goto('/profile');
  await page.goto(`/users/${friend.id}`);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/profile');
});

// Specification 8 Errors: User profile: server message
test('user profile: the server message', async ({ page }) => {
  const id = '00000000-0000-4000-8000-000000000000';
  const { message } = await (await page.request.get(`/api/users/${id}`)).json();
  expect(message).not.toBe('');
  await page.goto(`/users/${id}`);
  await expect(page.getByRole('alert').getByRole('heading', { name: message })).toBeVisible();
});

// Specification 8 Errors: User profile: server message ... or 'Failed to load user profile'
test("user profile: 'Failed to load user profile'", async ({ page, friend }) => {
  await page.route(`**/api/users/${friend.id}`, (route) => route.abort());
  await page.goto(`/users/${friend.id}`);
  await giveUp(page);
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Failed to load user profile' })).toBeVisible();
  await page.unroute(`**/api/users/${friend.id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: friend.username })).toBeVisible();
});

test('shows a private user their page as others see it', async ({ page, gamer, stock }) => {
  await stock({ pong: { rating: 9, is_shared: true }, frogger: { rating: 1 } });
  await page.request.patch('/api/auth/profile', { data: { privacy: 'private' } });
  try {
    await expect
      .poll(async () => (await (await page.request.get(`/api/users/${gamer.id}`)).json()).stats?.shared_games)
      .toBe(1);
    await page.goto(`/users/${gamer.id}`);
    await expect(page.getByText('Others see only the games that you share.')).toBeVisible(firstVisit);
    await expect(page.getByText('This is how others see you.')).toHaveCount(0);
    await expect(figure(page, 'header', 'Games')).toHaveText('2');
    await page.getByRole('button', { name: 'View as others' }).click();
    await expect(page.getByText('This is how others see you.')).toBeVisible();
    await expect(shownTitles(page)).toHaveText(['Pong']);
    await expect(figure(page, 'header', 'Games')).toHaveText('1');
    await expect(figure(page, 'section', 'Average rating')).toHaveText('9.0');
    await page.getByRole('button', { name: 'View as yourself' }).click();
    await expect(shownTitles(page)).toHaveCount(2);
  } finally {
    await page.request.patch('/api/auth/profile', { data: { privacy: 'public' } });
  }
});

test('names the own page before it has loaded', async ({ page, gamer }) => {
  const release = await holdCalls(page, `**/api/users/${gamer.id}`);
  await page.goto(`/users/${gamer.id}`);
  await expect(page.getByRole('heading', { level: 1, name: gamer.username })).toBeVisible(firstVisit);
  await expect(page.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  await expect(page.getByText('Loading user profile...')).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: `${gamer.username}'s library` })).toBeVisible();
});

test('explains why no games are shown', async ({ page, request }) => {
  const { id, username } = await createAccount(request, someName('hermit'));
  await request.patch('/api/auth/profile', { data: { privacy: 'private' } });
  await addGame(request, 'pong');
  await untilListed(page.request, { id });
  await page.goto(`/users/${id}`);
  await expect(page.getByText(`${username} has no games yet, or keeps them private.`)).toBeVisible(firstVisit);
});
