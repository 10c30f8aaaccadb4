import { expect } from '@playwright/test';
import { emptyVault, signIn, test } from './support/accounts.ts';
import { hueOf } from './support/colors.ts';
import { chosenOf, expectRules } from './support/entry-form.ts';
import { giveUp, holdCalls, withoutStream } from './support/network.ts';
import { cardOf, cards, endpoints, openForm, openSearch, zelda } from './support/search.ts';

// Specification 2 Routes and guard: /search?q={query}: open, search results
// Specification 2 Search results: Heading 'Search Results' with '(N games found)'; a grid of cards: cover image,
//   name, release year
// Specification 2 Search results: Heading 'Search Results' with '(N games found)'; a grid of cards: cover image,
//   name, release year ... or TBA
// Specification 2 Search results: On hover: View (goes to /game/{guid}) and Add
// Specification 2 Search results: Adding while signed out sends the user to /login
// Specification 9 Limits: Search limit default 10 for games; local game search 50; external search 20
test('results: count, cards, View and Add on hover, limits', async ({ page }) => {
  const cached = page.waitForResponse(endpoints.cache);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  await openSearch(page, 'zelda');
  await expect(page).toHaveURL('/search?q=zelda');
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results' })).toBeVisible();
  const count = await cards(page).count();
  expect(count).toBeGreaterThan(10);
  await expect(page.getByText(`(${count} games found)`)).toBeVisible();
  const card = cardOf(page, zelda);
  const cover = card.locator('img');
  await expect(cover).toHaveAttribute('src', /\/images\/covers\/3030-10016\.svg/);
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(card.getByText('2017', { exact: true })).toBeVisible();

  expect(asked).toContain('/api/games/search?q=zelda&limit=50');
  expect(asked).toContain('/api/games/search/external?q=zelda&limit=20');
  expect((await cached).request().postDataJSON().results.length).toBeGreaterThan(0);
  const { games } = await (await page.request.get('/api/games/search?q=zelda')).json();
  expect(games, 'search limit default: 10').toHaveLength(10);

  await test.step('on hover: View and Add', async () => {
    const actions = card.getByRole('article').locator('.card-actions');
    await page.mouse.move(0, 0);
    await expect(actions).toHaveCSS('opacity', '0');
    await card.hover();
    await expect(actions).toHaveCSS('opacity', '1');
    await expect(card.getByRole('button', { name: /^Add/ })).toBeEnabled();
    await card.getByRole('link', { name: /^View/ }).click();
    await expect(page).toHaveURL('/game/3030-10016');
  });

  await openSearch(page, 'the witcher');
  const unreleased = cardOf(page, 'The Witcher IV');
  await expect(unreleased.getByText('TBA', { exact: true })).toBeVisible();
  await unreleased.hover();
  await unreleased.getByRole('button', { name: /^Add/ }).click();
  await expect(page).toHaveURL('/login');
});

// Specification 2 Search results: No query: a 'No search query' panel with quick searches for zelda, mario and final
//   fantasy
// Specification 2 Search results: Empty result: 'No games found for "{q}"' with its hint
// Specification 2 Search results: Loading: 'Searching for "{q}"...' and 'This may take a moment for large result
//   sets'; then results
// Specification 8 Errors: Search: if caching fails, the raw external results are used (section 7)
test('no query, no result, loading, and results that could not be cached', async ({ page }) => {
  await page.goto('/search');
  for (const query of ['zelda', 'mario', 'final fantasy']) {
    await expect(page.getByRole('heading', { name: 'No search query' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: query, exact: true }).click();
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent(query)}`);
    await expect(cards(page).first()).toBeVisible();
    await page.goBack();
  }
  await page.goto('/search?q=qqqqxxxxzzzz');
  await expect(page.getByText('No games found for "qqqqxxxxzzzz"')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms or check spelling')).toBeVisible();

  const release = await holdCalls(page, '**/api/games/search**');
  await page.goto('/search?q=half-life');
  await expect(page.getByText('Searching for "half-life"...')).toBeVisible();
  await expect(page.getByText('This may take a moment for large result sets')).toBeVisible();
  release();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText('Searching for "half-life"...')).toHaveCount(0);

  await page.route(endpoints.cache, (route) => route.abort());
  await openSearch(page, 'final fantasy');
  expect(await cards(page).count()).toBeGreaterThan(10);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

// Specification 2 Search results: Add opens an inline form on the card: Status (want_to_play), Rating (1-10), Hours,
//   Platform, with Submit and Cancel
// Specification 2 Search results: After a successful add, a green 'Added!' badge for 2 seconds; the card is marked
//   Added
// Specification 2 Search results: On hover: View (goes to /game/{guid}) and Add ... or 'Added', disabled, if already
//   added
// Specification 4 States: Add card: normal, then Add (form open), then Cancel (form closed)
// Specification 4 States: Add card: normal, then Add (form open), then Cancel (form closed) ... or Submit (added,
//   form closed, marked Added)
// Specification 5 Add and edit forms: Add form: rating integer 1 to 10, hours at least 0, step 0.5
// Specification 5 Add and edit forms: Add form: empty rating, hours and platform are sent as null
// Specification 9 Limits: Rating 1 to 10; hours minimum 0, step 0.5 (Add form)
// Specification 9 Limits: 'Added!' badge duration: 2 s
test('the form to add a game: fields, rules, Cancel, Submit, badge', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await openSearch(page, 'zelda');
  const form = await openForm(page, zelda);
  const rating = form.getByLabel('Rating (1-10)');
  const hours = form.getByLabel('Hours');
  const submit = form.getByRole('button', { name: 'Submit' });
  const sent: unknown[] = [];
  page.on('request', (request) => endpoints.add.test(request.url()) && sent.push(request.postDataJSON()));

  await test.step('fields and Cancel', async () => {
    await expect(cardOf(page, zelda).getByRole('form')).toHaveCount(1);
    await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Want to Play');
    await expect(rating).toHaveValue('');
    await expect(hours).toHaveValue('');
    await expect(chosenOf(form, 'Platform')).toHaveAccessibleName('None');
    await expect(submit).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toHaveCount(0);
    await expect(cardOf(page, zelda).getByRole('button', { name: /^Add\b/ })).toBeEnabled();
  });

  await test.step('rating 1 to 10, hours from 0 in steps of 0.5', async () => {
    await openForm(page, zelda);
    await expectRules(form, 'Submit');
    expect(sent).toEqual([]);
  });

  await test.step("a green 'Added!' badge for 2 seconds, then marked Added", async () => {
    const badge = cardOf(page, zelda).getByText('Added!', { exact: true });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await submit.click();
    await expect(badge).toBeVisible();
    expect(sent).toMatchObject([{ status: 'want_to_play', rating: null, hours_played: null, platform_id: null }]);
    const hue = await hueOf(badge, 'backgroundColor');
    expect(hue > 135 && hue < 165).toBe(true);
    await page.clock.runFor(1900);
    await expect(badge).toBeVisible();
    await page.clock.runFor(200);
    await expect(badge).toHaveCount(0);
    await page.clock.resume();
    await expect(form).toHaveCount(0);
    await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
    await page.reload();
    await expect(cardOf(page, zelda).getByRole('button', { name: /^Added/ })).toBeDisabled();
  });
});

// Specification 8 Errors: Adding a game: an alert with the server message
// Specification 8 Errors: Adding a game: an alert with the server message ... or 'Failed to add game to collection'
test('adding a game: an alert with its message', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await withoutStream(page);
  await openSearch(page, 'zelda');
  const form = await openForm(page, zelda);
  const submit = form.getByRole('button', { name: 'Submit' });
  const alerts = page.getByRole('alert');
  await page.route(endpoints.add, (route) => route.abort());
  await submit.click();
  await giveUp(page);
  await expect(alerts).toHaveText('Failed to add game to collection');
  await expect(form, 'what was typed is not lost').toBeVisible();
  await page.unroute(endpoints.add);

  // Add it on another device, without notifying this page.
  const game = { guid: '3030-10016', name: zelda };
  expect((await page.request.post('/api/games/library/add-external', { data: game })).status()).toBe(201);
  const refused = page.waitForResponse(endpoints.add);
  await submit.click();
  const { message } = await (await refused).json();
  await expect(alerts.filter({ hasText: message })).toBeVisible();
});
