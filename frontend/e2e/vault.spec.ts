import { expect } from '@playwright/test';
import { createAccount, signIn } from './support/accounts.ts';
import { someName, submitSignIn } from './support/gamer.ts';
import { untilQuiet, withoutStream } from './support/network.ts';
import { phone } from './support/phone.ts';
import { gameOn, games, platforms, shelfOf, shownTitles, test } from './support/shelf.ts';

// Specification 2 Vault: Counts 'X of Y games'; when filtering, also 'matching' and the query
test("counts 'X of Y games', with the query", async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {}, galaga: {} });
  const count = page.getByRole('status').filter({ hasText: 'games' });
  await expect(page.getByRole('heading', { level: 1, name: 'Your Game Vault' })).toBeVisible();
  await expect(count).toHaveText('3 of 3 games');
  await page.getByRole('searchbox', { name: 'Search your vault' }).fill('Ong');
  await expect(count).toHaveText('1 of 3 games matching "Ong"');
});

// Specification 2 Vault: Cards and List views
test('cards and list views', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing', rating: 7, hours_played: 2.5, platform_id: platforms.arcade } });
  await expect(page.getByRole('list', { name: 'Games' })).toBeVisible();
  await expect(gameOn(page, 'pong')).toContainText('1972');

  await page.getByRole('button', { name: 'List', exact: true }).click();
  const row = page.getByRole('table', { name: 'Games' }).getByRole('row').filter({ hasText: games.pong.name });
  for (const fact of ['Playing', '7', '2.5', 'Arcade']) {
    // Compare visible text: on a phone the facts are below the name, and their columns are hidden.
    await expect(row).toContainText(fact, { useInnerText: true });
  }
  await expect(page).toHaveURL('/library?view=list');
  await page.reload();
  await expect(page.getByRole('table', { name: 'Games' })).toBeVisible();

  await page.getByRole('button', { name: 'Cards' }).click();
  await expect(page.getByRole('list', { name: 'Games' })).toBeVisible();
});

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

// Specification 2 Vault: Text search
// Specification 5 Searches: Library search matches the game name or the status text, case-insensitive
test('text search by name or status, case-insensitive', async ({ page, openVault }) => {
  await openVault({
    pong: { status: 'completed' },
    frogger: { status: 'want_to_play' },
    tempest: { status: 'playing' },
  });
  const titles = shownTitles(page);
  const box = page.getByRole('searchbox', { name: 'Search your vault' });
  for (const [query, found] of [
    ['FROG', ['Frogger']],
    ['cOMPl', ['Pong']],
    ['play', ['Frogger', 'Tempest']],
    ['want to', ['Frogger']],
    ['want_to_play', ['Frogger']],
    [' pong ', ['Pong']],
  ] as const) {
    await box.fill(query);
    await expect(titles, query).toHaveText(found);
  }
});

// Specification 5 Searches: Library search matches the game name or the status text, case-insensitive ... the query
//   'collection' matches only status collection
test("the query 'collection' matches only status collection", async ({ page, stock }) => {
  await stock({ pong: { status: 'collection' }, frogger: { status: 'playing' } });
  const collection = { guid: '3030-99990001', name: 'The Orange Collection' };
  const added = await page.request.post('/api/games/library/add-external', { data: collection });
  expect(added.status()).toBe(201);
  await page.goto('/library');
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong', collection.name]);
  const box = page.getByRole('searchbox', { name: 'Search your vault' });
  await box.fill('Collection');
  await expect(shownTitles(page)).toHaveText(['Pong']);
  await box.fill('collectio');
  await expect(shownTitles(page)).toHaveText(['Pong', collection.name]);
});

// Specification 2 Vault: Empty library: 'No games yet' with a Browse Games link to /search?q=popular
test("empty library: 'No games yet' with Browse Games", async ({ page, openVault }) => {
  await openVault({});
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible();
  await expect(page.getByText('Start building your vault by searching for games.')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Games' }).click();
  await expect(page).toHaveURL('/search?q=popular');
});

// Specification 2 Vault: No matches: 'No games found' / 'Try adjusting your search or filters.'
test("no matches: 'No games found'", async ({ page, openVault }) => {
  await openVault({ pong: {} });
  await page.getByRole('searchbox', { name: 'Search your vault' }).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
  await expect(shelfOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all games' }).click();
  await expect(shownTitles(page)).toHaveText(['Pong']);
});

// Specification 2 Vault: Unauthenticated: 'Sign in Required' / 'Please sign in to view your game vault.' (a session
//   that ends during it)
test("'Sign in Required' when the session ends while the vault is open", async ({ page, request }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await page.goto('/profile');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await page.goto('/users');
  await expect(page.getByRole('heading', { name: 'Find Users' })).toBeVisible();
  await untilQuiet(page);
  await request.post('/api/auth/logout');
  await page.getByRole('link', { name: 'Vault' }).click();
  const message = page.getByRole('alert');
  await expect(message.getByRole('heading', { name: 'Sign in Required' })).toBeVisible();
  await expect(message).toContainText('Please sign in to view your game vault.');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Game Vault' })).toBeFocused();
  await expect(page).toHaveURL('/library');

  await message.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, gamer.username);
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible();
});

// Specification 2 Vault: Unauthenticated: 'Sign in Required' / 'Please sign in to view your game vault.' (a session
//   that ends during it) ... also in the middle of a change
test('shows that message when an edit finds the session ended', async ({ page, request }) => {
  const gamer = await createAccount(request);
  await request.post('/api/games/library/add-external', { data: { guid: games.pong.guid, name: 'Pong' } });
  await signIn(page, gamer);
  // The stream or the page's last request would reveal the change before the edit does.
  await withoutStream(page);
  await page.goto('/library?view=list');
  await expect(gameOn(page, 'pong')).toBeVisible();
  await untilQuiet(page);
  await request.post('/api/auth/logout');
  await page.getByRole('button', { name: 'Share Pong' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in Required' })).toBeVisible();
  await expect(gameOn(page, 'pong')).toHaveCount(0);
  // A user who returns without a session must sign in, as on any guarded page.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Your Game Library' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

// Specification 2 Vault: Cards grid uses 2 to 5 columns
// Specification 9 Limits: Card grid: 2 to 5 columns
test('cards grid uses 2 to 5 columns', async ({ page, openVault }) => {
  await openVault({ pong: {}, breakout: {}, pacMan: {}, frogger: {}, galaga: {}, tempest: {} });
  const grid = page.getByRole('list', { name: 'Games' });
  for (const [width, columns] of [
    [320, 2],
    [640, 3],
    [1000, 4],
    [1440, 5],
    [2560, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const used = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
    await expect.poll(used, `at ${width} px`).toBe(columns);
  }
});

// Specification 2 Vault: A Share toggle per game; a shared game says so once
test('shows the share icon once in either view', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault({ pong: { is_shared: true } });
  for (const view of ['Cards', 'List']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    const game = gameOn(page, 'pong');
    const toggle = game.getByRole('button', { name: 'Share Pong', pressed: true });
    // On touch, one button hides a card's actions.
    await expect(toggle.or(game.getByRole('button', { name: 'More for Pong' }))).toBeVisible();
    // The actions appear only on hover, so check the icon.
    const icons = game.locator('svg.lucide-share-2').filter({ visible: true });
    const faded = page.locator('.card-actions, .row-actions').filter({ has: page.locator('svg.lucide-share-2') });
    const seen = async () => {
      const hidden = (await faded.count()) > 0 && (await faded.evaluate((e) => getComputedStyle(e).opacity)) === '0';
      return (await icons.count()) - (hidden ? 1 : 0);
    };
    await page.mouse.move(0, 0);
    await expect.poll(seen, view).toBe(1);
  }
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
