import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { createAccount, signIn, untilListed } from '../support/accounts.ts';
import { isStream } from '../support/network.ts';
import { addGame, type Friend, fillVault, gameOn, games, shownTitles, test } from '../support/shelf.ts';
import { requestsOf } from './support.ts';

/** Counts the open streams of the browser's tabs, and all streams so far. */
function watchStreams(context: BrowserContext) {
  const all: Request[] = [];
  const open = new Set<Request>();
  context.on('request', (request) => {
    if (!isStream(request)) return;
    all.push(request);
    open.add(request);
  });
  const closed = (request: Request) => open.delete(request);
  context.on('requestfinished', closed);
  context.on('requestfailed', closed);
  // Playwright reports no end of a closed page's requests.
  return { all, open: () => [...open].filter((request) => !request.frame().page().isClosed()).length };
}

/** Collects the page's requests for this user. */
const countRequests = (page: Page, { id }: Pick<Friend, 'id'>) =>
  requestsOf(page, new RegExp(`^/api/users/${id}(\\?|$)`));

/** Opens the friend's page, and waits until the browser receives its notifications. */
async function openLive(page: Page, friend: Friend, requests: readonly string[] = countRequests(page, friend)) {
  const asked = requests.length;
  await page.goto(`/users/${friend.id}`);
  await expect(page.getByText(/ of 4 games/)).toBeVisible();
  // The page requests the user at first, and again because the user may have changed before the stream started.
  await expect.poll(() => requests.length - asked).toBeGreaterThanOrEqual(2);
}

async function rate({ request }: Friend, rating: number): Promise<void> {
  const { library } = await (await request.get('/api/games/library')).json();
  const { id } = library.find(({ guid }: { readonly guid: string }) => guid === games.pong.guid);
  expect((await request.put(`/api/games/library/${id}`, { data: { rating } })).ok()).toBe(true);
}

/** Expects the rating on a game's card or row. */
const showsRating = (page: Page, rating: number, timeout = 20_000) =>
  expect(gameOn(page, 'pong')).toContainText(`${rating}`, { timeout });

/** Maximum number of requests for one change, including polls while its notification is late. */
const maxRequests = (since: number) => 2 + Math.floor((Date.now() - since) / 10_000);

test('shows changes of a friend without polling', async ({ page, friend }) => {
  const requests = countRequests(page, friend);
  await openLive(page, friend, requests);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  // A polling page would have sent a request by now.
  await page.waitForTimeout(3000);
  const [before, since] = [requests.length, Date.now()];
  try {
    await rate(friend, 3);
    await showsRating(page, 3);
    expect(requests.length - before).toBeLessThanOrEqual(maxRequests(since));
  } finally {
    await rate(friend, 9);
  }
});

test('does not move a list in use, and offers to show changes', async ({ page, request, gamer }) => {
  const owner = await createAccount(request);
  await fillVault(request, { pong: {}, frogger: {} });
  await signIn(page, gamer);
  await untilListed(page.request, owner);
  const requests = countRequests(page, owner);
  await page.goto(`/users/${owner.id}`);
  await expect(page.getByText('2 of 2 games')).toBeVisible();
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(2);
  const pong = gameOn(page, 'pong').getByRole('heading').getByRole('link');
  await pong.hover();
  await pong.focus();
  await addGame(request, 'galaga', { is_shared: true });
  await expect(page.getByText('3 of 3 games')).toBeVisible();
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong']);
  await expect(page.getByRole('status').filter({ hasText: `${owner.username}'s library has changed.` })).toHaveCount(1);
  await expect(pong).toBeFocused();
  // Sharing is a separate change, which may arrive later.
  const isShared = async () => (await (await request.get(`/api/users/${owner.id}`)).json()).stats.shared_games;
  await expect.poll(isShared).toBe(1);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(shownTitles(page)).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await expect(page.getByLabel('Show only shared games (1)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show changes' })).toHaveCount(0);
  // Without a pointer or focus in the list, it updates automatically.
  await page.getByRole('heading', { level: 1 }).hover();
  await addGame(request, 'tempest');
  await expect(shownTitles(page)).toHaveText(['Tempest', 'Galaga', 'Frogger', 'Pong']);
});

test('open pages notice the end of their session', async ({ page, context, request, friend }) => {
  await signIn(page, await createAccount(request));
  const streams = watchStreams(context);
  await openLive(page, friend);
  const other = await context.newPage();
  await openLive(other, friend);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => streams.open()).toBe(0);

  await other.close();
  await signIn(page, await createAccount(request));
  await openLive(page, friend);
  expect((await request.post('/api/auth/logout')).ok()).toBe(true);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => streams.open()).toBe(0);
});

test('polls slowly when no stream gets through', async ({ page, friend }) => {
  await page.route('**/api/live*', (route) => route.abort());
  const requests = countRequests(page, friend);
  await openLive(page, friend, requests);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const [before, since] = [requests.length, Date.now()];
  try {
    await rate(friend, 6);
    // Polled every 10 to 15 s.
    await showsRating(page, 6, 60_000);
    expect(requests.length - before).toBeLessThanOrEqual(maxRequests(since));
  } finally {
    await rate(friend, 9);
  }
});

test('reconnects to a killed gateway', { tag: '@faults' }, async ({ page, context, friend, processes }) => {
  const streams = watchStreams(context);
  await openLive(page, friend);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const had = streams.all.length;
  await processes.kill('gateway');
  await expect.poll(() => streams.all.length, { timeout: 30_000 }).toBeGreaterThan(had);
  await expect(async () => rate(friend, 7)).toPass();
  await showsRating(page, 7);
  await expect.poll(() => streams.open(), { timeout: 70_000 }).toBe(1);
  await rate(friend, 9);
  await showsRating(page, 9);
});
