import { expect } from '@playwright/test';
import { createAccount, signIn } from './support/accounts.ts';
import { hueOf } from './support/colors.ts';
import { submitSignIn } from './support/gamer.ts';
import { untilQuiet, withoutStream } from './support/network.ts';
import { gameOn, games, platforms, shelfOf, shownTitles, test } from './support/shelf.ts';

const shelf = {
  pong: { status: 'playing', rating: 3, hours_played: 2.5, platform_id: platforms.arcade },
  breakout: { status: 'want_to_play', rating: 9, platform_id: platforms.atari2600 },
  pacMan: { status: 'completed', platform_id: platforms.nes },
  frogger: { status: 'collection', rating: 10, platform_id: platforms.arcade },
  galaga: { status: 'dropped', rating: 9, is_shared: true },
  tempest: { status: 'want_to_play', platform_id: 'not_listed' },
} as const;

const byTitle = ['Breakout', 'Frogger', 'Galaga', 'Pac-Man', 'Pong', 'Tempest'];
const newestFirst = ['Tempest', 'Galaga', 'Frogger', 'Pac-Man', 'Breakout', 'Pong'];

// Specification 2 Vault: Counts 'X of Y games'; when filtering, also 'matching' and the query
// Specification 2 Vault: Text search
// Specification 2 Vault: No matches: 'No games found' / 'Try adjusting your search or filters.'
// Specification 2 Vault: Sort by Title, Rating, Status, Recently Added (newest/oldest toggle)
// Specification 2 Vault: Sort by Console, with an optional console filter, 'All Consoles'
// Specification 4 States: Status sort order: playing, want_to_play, completed, collection, dropped
// Specification 5 Searches: Library search matches the game name or the status text, case-insensitive
// Specification 5 Searches: Library search matches the game name or the status text, case-insensitive ... the query
//   'collection' matches only status collection
// Specification 5 Searches: The console filter applies only when sorting by console
test('counts, text search, and every order', async ({ page, openVault }) => {
  await openVault(shelf);
  const titles = shownTitles(page);
  const count = page.getByRole('status').filter({ hasText: 'games' });
  const box = page.getByRole('searchbox', { name: 'Search your vault' });
  const sortBy = page.getByLabel('Sort by');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Game Vault' })).toBeVisible();
  await expect(count).toHaveText('6 of 6 games');

  await test.step('by name or status, case-insensitive', async () => {
    await box.fill('Ong');
    await expect(count).toHaveText('1 of 6 games matching "Ong"');
    for (const [query, found] of [
      ['FROG', ['Frogger']],
      ['cOMPl', ['Pac-Man']],
      ['play', ['Breakout', 'Pong', 'Tempest']],
      ['want to', ['Breakout', 'Tempest']],
      ['want_to_play', ['Breakout', 'Tempest']],
      [' pong ', ['Pong']],
    ] as const) {
      await box.fill(query);
      await expect(titles, query).toHaveText(found);
    }
    await box.fill('nothing like it');
    await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
    await expect(shelfOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all games' }).click();
    await expect(titles).toHaveText(byTitle);
  });

  await test.step('by Rating, Status, and Recently Added with its toggle', async () => {
    await sortBy.selectOption('Rating');
    await expect(titles).toHaveText(['Frogger', 'Breakout', 'Galaga', 'Pong', 'Pac-Man', 'Tempest']);
    // Status sort order: playing, want_to_play, completed, collection, dropped.
    await sortBy.selectOption('Status');
    await expect(titles).toHaveText(['Pong', 'Breakout', 'Tempest', 'Pac-Man', 'Frogger', 'Galaga']);
    await sortBy.selectOption('Recently Added');
    await expect(titles).toHaveText(newestFirst);
    await page.getByRole('button', { name: 'Newest first' }).click();
    await expect(titles).toHaveText(newestFirst.toReversed());
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await expect(titles).toHaveText(newestFirst);
  });

  await test.step('by Console, whose filter applies to that order only', async () => {
    const consoleFilter = page.getByLabel('Console', { exact: true });
    const byConsole = ['Frogger', 'Pong', 'Breakout', 'Pac-Man', 'Tempest', 'Galaga'];
    await sortBy.selectOption('Console');
    await expect(titles).toHaveText(byConsole);
    await expect(consoleFilter.locator('option')).toHaveText([
      'All Consoles',
      'Arcade',
      'Atari 2600',
      'Nintendo Entertainment System',
      'Not Listed',
    ]);
    await consoleFilter.selectOption('Arcade');
    await expect(titles).toHaveText(['Frogger', 'Pong']);
    await expect(page.getByText('2 of 6 games')).toBeVisible();
    await consoleFilter.selectOption('All Consoles');
    await expect(titles).toHaveText(byConsole);
    await consoleFilter.selectOption('Atari 2600');
    await expect(titles).toHaveText(['Breakout']);
    await sortBy.selectOption('Title');
    await expect(consoleFilter).toHaveCount(0);
    await expect(titles).toHaveText(byTitle);
  });

  await test.step("the query 'collection' matches only status collection", async () => {
    const collection = { guid: '3030-99990001', name: 'The Orange Collection' };
    const added = await page.request.post('/api/games/library/add-external', { data: collection });
    expect(added.status()).toBe(201);
    await page.goto('/library');
    await expect(titles).toHaveText([...byTitle, collection.name]);
    await box.fill('Collection');
    await expect(titles).toHaveText(['Frogger']);
    await box.fill('collectio');
    await expect(titles).toHaveText(['Frogger', collection.name]);
  });
});

// Specification 2 Vault: Cards and List views
// Specification 2 Vault: Cards grid uses 2 to 5 columns
// Specification 2 Vault: A Share toggle per game; a shared game says so once
// Specification 4 States: Badge colours
// Specification 9 Limits: Card grid: 2 to 5 columns
test('cards and list views, columns, badge colors', { tag: '@mobile' }, async ({ page, openVault, isMobile }) => {
  await openVault(shelf);
  const list = page.getByRole('list', { name: 'Games' });
  const table = page.getByRole('table', { name: 'Games' });
  await expect(list).toBeVisible();
  await expect(gameOn(page, 'pong')).toContainText('1972');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const row = table.getByRole('row').filter({ hasText: games.pong.name });
  for (const fact of ['Playing', '3', '2.5', 'Arcade']) {
    // Compare visible text: on a phone the facts are below the name, and their columns are hidden.
    await expect(row).toContainText(fact, { useInnerText: true });
  }
  await expect(page).toHaveURL('/library?view=list');
  await page.reload();
  await expect(table).toBeVisible();

  for (const view of ['List', 'Cards']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(view === 'List' ? table : list).toBeVisible();
    const game = gameOn(page, 'galaga');
    const toggle = game.getByRole('button', { name: 'Share Galaga', pressed: true });
    // On touch, one button hides a card's actions.
    await expect(toggle.or(game.getByRole('button', { name: 'More for Galaga' }))).toBeVisible();
    // The actions appear only on hover, so check the icon.
    const icons = game.locator('svg.lucide-share-2').filter({ visible: true });
    const faded = game.locator('.card-actions, .row-actions').filter({ has: page.locator('svg.lucide-share-2') });
    const seen = async () => {
      const hidden = (await faded.count()) > 0 && (await faded.evaluate((e) => getComputedStyle(e).opacity)) === '0';
      return (await icons.count()) - (hidden ? 1 : 0);
    };
    await page.mouse.move(0, 0);
    await expect.poll(seen, view).toBe(1);
  }

  if (isMobile) return;
  for (const [width, columns] of [
    [320, 2],
    [640, 3],
    [1000, 4],
    [1440, 5],
    [2560, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const used = () => list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    await expect.poll(used, `at ${width} px`).toBe(columns);
  }

  for (const theme of ['dark', 'light']) {
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click();
    for (const [status, least, most] of [
      ['completed', 135, 165],
      ['playing', 235, 265],
      ['want_to_play', 80, 110],
      ['dropped', 10, 40],
      ['collection', 295, 325],
    ] as const) {
      const badge = page.locator(`[data-status="${status}"] > span`).first();
      const hue = expect.poll(() => hueOf(badge, 'color'), `${status}, ${theme}`);
      await hue.toBeGreaterThanOrEqual(least);
      await hue.toBeLessThanOrEqual(most);
    }
  }
});

// Specification 2 Vault: Empty library: 'No games yet' with a Browse Games link to /search?q=popular
// Specification 2 Vault: Unauthenticated: 'Sign in Required' / 'Please sign in to view your game vault.' (a session
//   that ends during it)
test("'Sign in Required' when the session ends while the vault is open; empty library", async ({ page, request }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await page.goto('/users');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
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
  await expect(page.getByText('Start building your vault by searching for games.')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Games' }).click();
  await expect(page).toHaveURL('/search?q=popular');
});

// Specification 2 Vault: Unauthenticated: 'Sign in Required' / 'Please sign in to view your game vault.' (a session
//   that ends during it) ... also in the middle of a change
test("shows 'Sign in Required' when an edit finds the session ended", async ({ page, request }) => {
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
