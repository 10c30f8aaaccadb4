import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { emptyVault, signIn, test } from './support/accounts.ts';
import { badgeSeen } from './support/badge-seen.ts';
import { chosenOf } from './support/entry-form.ts';
import { holdCalls } from './support/hold-calls.ts';
import { withoutStream } from './support/network.ts';
import { giveUp } from './support/waiting.ts';

const zelda = 'The Legend of Zelda: Breath of the Wild';
const endpoints = {
  local: /\/api\/games\/search\?/,
  external: /\/api\/games\/search\/external\?/,
  cache: /\/api\/games\/cache-search-results$/,
  add: /\/api\/games\/library\/add/,
};

const results = (page: Page) => page.getByRole('list', { name: 'Search Results' });
const cards = (page: Page) => results(page).getByRole('listitem');
const cardOf = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
const searched = (page: Page) => expect(page.getByText(/Searching (for|the game database)/)).toHaveCount(0);

/** Returns a unique query, which has no cached response. */
const uniqueQuery = (text: string) => `${text} ${randomUUID().slice(0, 8)}`;

async function open(page: Page, query: string): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(query)}`);
  // Until the first card appears, the page does not show that a search runs.
  await expect(cards(page).first()).toBeVisible();
  await searched(page);
  // A long list renders in two steps.
  await expect(async () => {
    const [count] = /\d+/.exec((await page.getByText(/\(\d+ games? found\)/).textContent()) ?? '') ?? [];
    await expect(cards(page)).toHaveCount(Number(count), { timeout: 1000 });
  }).toPass();
}

/** @returns the form over the card, opened by its Add button */
async function openForm(page: Page, name: string): Promise<Locator> {
  const card = cardOf(page, name);
  await card.hover();
  await card.getByRole('button', { name: /^Add/ }).click();
  return page.getByRole('form', { name: `Add ${name} to your vault` });
}

// Specification 2 Search results: Heading 'Search Results' with '(N games found)'; a grid of cards: cover image,
//   name, release year
test('heading with count over a grid: cover, name, year', async ({ page }) => {
  await open(page, 'zelda');
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
  const count = await cards(page).count();
  expect(count).toBeGreaterThan(10);
  await expect(page.getByText(`(${count} games found)`)).toBeVisible();
  const card = cardOf(page, zelda);
  await expect(card.locator('img')).toHaveAttribute('src', /\/images\/covers\/3030-10016\.svg/);
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(card.getByText('2017', { exact: true })).toBeVisible();
});

// Specification 2 Search results: Heading 'Search Results' with '(N games found)'; a grid of cards: cover image,
//   name, release year ... or TBA
test('release year: TBA without a release date', async ({ page }) => {
  await open(page, 'the witcher');
  await expect(cardOf(page, 'The Witcher IV').getByText('TBA', { exact: true })).toBeVisible();
});

// Specification 2 Search results: On hover: View (goes to /game/{guid}) and Add
test('on hover: View (goes to /game/{guid}) and Add', async ({ page }) => {
  await open(page, 'zelda');
  const card = cardOf(page, zelda);
  const actions = card.getByRole('article').locator('.card-actions');
  await page.mouse.move(0, 0);
  await expect(actions).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(actions).toHaveCSS('opacity', '1');
  await expect(card.getByRole('button', { name: /^Add/ })).toBeEnabled();
  await card.getByRole('link', { name: /^View/ }).click();
  await expect(page).toHaveURL('/game/3030-10016');
});

// Specification 2 Search results: On hover: View (goes to /game/{guid}) and Add ... or 'Added', disabled, if already
//   added
test("'Added', disabled, if already added", { tag: '@mobile' }, async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  const game = { guid: '3030-10016', name: zelda };
  expect((await page.request.post('/api/games/library/add-external', { data: game })).status()).toBe(201);
  await open(page, 'zelda');
  await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
});

// Specification 2 Search results: Add opens an inline form on the card: Status (want_to_play), Rating (1-10), Hours,
//   Platform, with Submit and Cancel
// Specification 4 States: Add card: normal, then Add (form open), then Cancel (form closed)
test('Add opens a form: Status, Rating, Hours, Platform, Submit, Cancel', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await open(page, 'zelda');
  const form = await openForm(page, zelda);
  await expect(cardOf(page, zelda).getByRole('form')).toHaveCount(1);
  await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Want to Play');
  for (const label of ['Rating (1-10)', 'Hours']) await expect(form.getByLabel(label)).toHaveValue('');
  await expect(chosenOf(form, 'Platform')).toHaveAccessibleName('None');
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await expect(cardOf(page, zelda).getByRole('button', { name: /^Add\b/ })).toBeEnabled();
});

test('shows the status of owned games, and platforms of all', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  const game = { guid: '3030-10016', name: zelda, status: 'playing' };
  expect((await page.request.post('/api/games/library/add-external', { data: game })).status()).toBe(201);
  await open(page, 'zelda');
  await page.mouse.move(0, 0);
  await expect(cardOf(page, zelda).getByText('In your vault: Playing')).toBeAttached();
  await expect(cardOf(page, zelda).locator('[data-status=playing]')).toBeVisible();
  await expect(page.locator('[data-status]')).toHaveCount(1);
  await expect(cardOf(page, zelda).getByText('NSW')).toBeVisible();
});

test('shows more than the first twenty, with the right count', async ({ page }) => {
  const all = await (await page.request.get('/api/games/search/external?q=mario&limit=100')).json();
  expect(all.results.length).toBeGreaterThan(20);
  await open(page, 'mario');
  const before = await cards(page)
    .locator('[data-guid]')
    .evaluateAll((found) => found.map((one) => one.dataset.guid));
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await page.keyboard.press('Enter');
  // After loading by keyboard, focus moves to the first new card.
  await expect(cards(page).locator('article').nth(before.length).getByRole('heading').getByRole('link')).toBeFocused();
  await expect(more).toHaveCount(0);
  await searched(page);
  const guids = () =>
    cards(page)
      .locator('[data-guid]')
      .evaluateAll((found) => found.map((one) => one.dataset.guid));
  await expect.poll(guids).toEqual(expect.arrayContaining(all.results.map(({ guid }: { guid: string }) => guid)));
  expect((await guids()).slice(0, before.length)).toEqual(before);
  await expect(page.getByText(`(${(await guids()).length} games found)`)).toBeVisible();
});

test('corrects a typo, and suggests the intended word', async ({ page }) => {
  await open(page, 'zelda');
  await open(page, 'zleda');
  await expect(cardOf(page, zelda)).toBeVisible();
  await expect(page.getByText('Showing results for zelda')).toBeVisible();
  const nowhere = uniqueQuery('zleda');
  await page.goto(`/search?q=${nowhere}`);
  await expect(page.getByText(`No games found for "${nowhere}"`)).toBeVisible();
  await expect(page.getByText('Did you mean zelda?')).toBeVisible();
  await page.getByRole('link', { name: 'zelda', exact: true }).click();
  await expect(page).toHaveURL('/search?q=zelda');
  await expect(page.getByText('Results for "zelda"')).toBeVisible();
});

// Specification 5 Add and edit forms: Add form: rating integer 1 to 10, hours at least 0, step 0.5
// Specification 9 Limits: Rating 1 to 10; hours minimum 0, step 0.5 (Add form)
test('add form: rating 1 to 10, hours from 0 in steps of 0.5', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await open(page, 'zelda');
  const form = await openForm(page, zelda);
  const sent: string[] = [];
  page.on('request', (request) => endpoints.add.test(request.url()) && sent.push(request.url()));
  const rating = form.getByLabel('Rating (1-10)');
  const hours = form.getByLabel('Hours');
  await expect(rating).toHaveAttribute('step', '1');
  await expect(hours).toHaveAttribute('step', '0.5');
  for (const value of ['0', '11', '7.5', '-1']) {
    await rating.fill(value);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(rating, value).toHaveAccessibleDescription('Rating must be a whole number from 1 to 10');
  }
  await rating.fill('10');
  for (const [value, message] of [
    ['-0.5', 'Hours must be at least 0'],
    ['1.25', 'Hours must be in steps of 0.5'],
  ] as const) {
    await hours.fill(value);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(hours, value).toHaveAccessibleDescription(message);
  }
  expect(sent).toEqual([]);
});

// Specification 2 Search results: After a successful add, a green 'Added!' badge for 2 seconds; the card is marked
//   Added
// Specification 4 States: Add card: normal, then Add (form open), then Cancel (form closed) ... or Submit (added,
//   form closed, marked Added)
// Specification 5 Add and edit forms: Add form: empty rating, hours and platform are sent as null
// Specification 9 Limits: 'Added!' badge duration: 2 s
test("a green 'Added!' badge for 2 seconds, then marked Added", async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await open(page, 'zelda');
  const form = await openForm(page, zelda);
  const sent = page.waitForRequest(endpoints.add);
  const badge = page.evaluate(badgeSeen, 'Added!');
  await form.getByRole('button', { name: 'Submit' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    status: 'want_to_play',
    rating: null,
    hours_played: null,
    platform_id: null,
  });
  await expect(form).toHaveCount(0);
  await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
  const { card, paint, stayed } = await badge;
  expect(card).toBe('3030-10016');
  const [red = 0, green = 0, blue = 0] = paint;
  expect(green).toBeGreaterThan(Math.max(red, blue));
  // The two seconds start with the response; on a busy machine the badge appears a little later.
  expect(stayed).toBeGreaterThan(1000);
  expect(stayed).toBeLessThan(8000);
  await expect(cardOf(page, zelda).getByText('Added!')).toHaveCount(0);
  await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
});

// Specification 2 Search results: Adding while signed out sends the user to /login
test('adding while signed out sends the user to /login', async ({ page }) => {
  await open(page, 'zelda');
  const card = cardOf(page, zelda);
  await card.hover();
  await card.getByRole('button', { name: /^Add/ }).click();
  await expect(page).toHaveURL('/login');
});

// Specification 2 Search results: No query: a 'No search query' panel with quick searches for zelda, mario and final
//   fantasy
test("no query: 'No search query' with quick searches", async ({ page }) => {
  for (const query of ['zelda', 'mario', 'final fantasy']) {
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'No search query' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: query, exact: true }).click();
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent(query)}`);
    await expect(cards(page).first()).toBeVisible();
  }
});

// Specification 2 Search results: Empty result: 'No games found for "{q}"' with its hint
test("empty result: 'No games found' with its hint", async ({ page }) => {
  await page.goto('/search?q=qqqqxxxxzzzz');
  await expect(page.getByText('No games found for "qqqqxxxxzzzz"')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms or check spelling')).toBeVisible();
});

// Specification 2 Search results: Loading: 'Searching for "{q}"...' and 'This may take a moment for large result
//   sets'; then results
test("loading: 'Searching for...', then results", async ({ page }) => {
  const release = await holdCalls(page, '**/api/games/search**');
  await page.goto('/search?q=half-life');
  await expect(page.getByText('Searching for "half-life"...')).toBeVisible();
  await expect(page.getByText('This may take a moment for large result sets')).toBeVisible();
  release();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('Searching for "half-life"...')).toHaveCount(0);
});

// Specification 9 Limits: Search limit default 10 for games; local game search 50; external search 20
test('limits: 50 local, 20 external; external results are cached', async ({ page }) => {
  const cached = page.waitForRequest(endpoints.cache);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  await open(page, 'mario');
  expect(asked).toContain('/api/games/search?q=mario&limit=50');
  expect(asked).toContain('/api/games/search/external?q=mario&limit=20');
  expect((await cached).postDataJSON().results.length).toBeGreaterThan(0);
  const { games } = await (await page.request.get('/api/games/search?q=mario')).json();
  expect(games, 'search limit default: 10').toHaveLength(10);
});

// Specification 2 Search results: Search flow: an error with a fallback to local-only results
// Specification 8 Errors: Search: all proxies fail, local results exist: shown with the notice
test('shows local results with a notice when all proxies fail', {
  tag: '@faults',
}, async ({ page, providers }) => {
  // This call stores the games, and leaving the page would end it.
  const stored = page.waitForResponse(endpoints.cache);
  await open(page, 'zelda');
  expect((await stored).ok()).toBe(true);
  await providers.fail('giantbomb', { mode: 'down' });
  // This query has no cached response, but it matches the stored games.
  const query = `breath of the wild ${'zelda '.repeat(1 + Math.floor(Math.random() * 20))}`.trim();
  await page.goto(`/search?q=${encodeURIComponent(query)}`);
  await expect(
    page.getByText('API search unavailable, showing local results only. Some games may not appear in search.'),
  ).toBeVisible();
  await expect(cardOf(page, zelda)).toBeVisible();
});

// Specification 8 Errors: Search: no local results: 'Failed to search games: {message}. Please try again later.' in a
//   'Search Error' box; tips
test("'Search Error' with tips when all proxies fail and no local result exists", {
  tag: '@faults',
}, async ({ page, providers }) => {
  await providers.fail('giantbomb', { mode: 'down' });
  const query = uniqueQuery('qxqx');
  const answered = page.waitForResponse(endpoints.external);
  await page.goto(`/search?q=${encodeURIComponent(query)}`);
  const { message } = await (await answered).json();
  const box = page.getByRole('alert');
  await expect(box.getByRole('heading', { name: 'Search Error' })).toBeVisible();
  expect(message).toContain('proxies failed');
  await expect(box).toContainText(`Failed to search games: ${message}. Please try again later.`);
  await expect(box.getByRole('listitem')).toHaveText([
    /check your internet connection/i,
    /another game/i,
    /provider or its proxies may be down/i,
  ]);
});

// Specification 8 Errors: Search: tips only if the text mentions 'proxies failed'
test('shows no tips for other errors', { tag: '@faults' }, async ({ page, processes }) => {
  await processes.stop('catalog');
  await page.goto('/search?q=zelda');
  await giveUp(page);
  const box = page.getByRole('alert');
  await expect(box).toContainText(/Failed to search games: .*[^.]\. Please try again later\./);
  await expect(box.getByRole('listitem')).toHaveCount(0);
});

// Specification 8 Errors: Search: if caching fails, the raw external results are used (section 7)
test('shows raw external results when caching fails', async ({ page }) => {
  await page.route(endpoints.cache, (route) => route.abort());
  await open(page, 'final fantasy');
  expect(await cards(page).count()).toBeGreaterThan(10);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

// Specification 8 Errors: Adding a game: an alert with the server message
test('adding a game: an alert with the server message', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await withoutStream(page);
  await open(page, 'zelda');
  const form = await openForm(page, zelda);
  // Change it on another device, without notifying this page.
  const game = { guid: '3030-10016', name: zelda };
  expect((await page.request.post('/api/games/library/add-external', { data: game })).status()).toBe(201);
  const refused = page.waitForResponse(endpoints.add);
  await form.getByRole('button', { name: 'Submit' }).click();
  const { message } = await (await refused).json();
  await expect(page.getByRole('alert')).toHaveText(message);
});

// Specification 8 Errors: Adding a game: an alert with the server message ... or 'Failed to add game to collection'
test("adding a game: an alert with 'Failed to add game to collection'", async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await open(page, 'zelda');
  const form = await openForm(page, zelda);
  await page.route(endpoints.add, (route) => route.abort());
  await form.getByRole('button', { name: 'Submit' }).click();
  await giveUp(page);
  await expect(page.getByRole('alert')).toHaveText('Failed to add game to collection');
  await expect(form, 'what was typed is not lost').toBeVisible();
});
