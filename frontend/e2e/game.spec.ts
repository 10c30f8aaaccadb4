import { expect, type Page } from '@playwright/test';
import { signIn, test } from './support/accounts.ts';
import { holdCalls } from './support/hold-calls.ts';
import { giveUp } from './support/waiting.ts';

const zelda = { guid: '3030-10016', name: 'The Legend of Zelda: Breath of the Wild' };
const endpoint = (guid: string) => `**/api/games/${guid}`;
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const termOf = (page: Page, label: string) => page.locator('dt').getByText(label, { exact: true });
const factOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
const about = (page: Page) => page.getByRole('heading', { name: 'About This Game' });

async function open(page: Page, guid: string): Promise<void> {
  await page.goto(`/game/${guid}`);
  await expect(title(page)).not.toHaveText('Loading game details...');
}

// Specification 2 Game detail: Image, name and deck; Release Date in long US format; Platforms as a comma list; User
//   Reviews; Rating; Also Known As (newlines as commas)
test('image, name, deck and facts', async ({ page }) => {
  await open(page, zelda.guid);
  await expect(title(page)).toHaveText(zelda.name);
  const cover = page.getByRole('main').getByRole('article').locator('img');
  await expect(cover).toHaveAttribute('src', /\/images\/covers\/3030-10016\.svg/);
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(
    page.getByText('Wake up, step outside, and go wherever the horizon looks interesting.').first(),
  ).toBeVisible();
  await expect(factOf(page, 'Release Date')).toHaveText('March 3, 2017');
  await expect(factOf(page, 'Platforms')).toHaveText('Nintendo Switch, Wii U');
  await expect(factOf(page, 'User Reviews')).toHaveText(/^268/);
  await expect(factOf(page, 'Rating')).toHaveText('ESRB: E10+');
  await expect(factOf(page, 'Also Known As')).toHaveText('Zelda no Densetsu: Breath of the Wild, BotW');
});

// Specification 2 Game detail: Image, name and deck; Release Date in long US format; Platforms as a comma list; User
//   Reviews; Rating; Also Known As (newlines as commas) ... TBA; 'Not specified'; User Reviews only if greater than 0
test("TBA, 'Not specified', and no User Reviews for unknown facts", async ({ page }) => {
  await open(page, '3030-60062');
  await expect(title(page)).toHaveText('The Witcher IV');
  await expect(factOf(page, 'Release Date')).toHaveText('TBA');
  await expect(factOf(page, 'Platforms')).toHaveText('Not specified');
  await expect(termOf(page, 'User Reviews')).toHaveCount(0);
  await expect(termOf(page, 'Rating')).toHaveCount(0);
});

// Specification 2 Game detail: Back button (one step back in history)
test('Back button (one step back in history)', { tag: '@mobile' }, async ({ page }) => {
  await page.goto('/terms');
  await page.goto('/search?q=zelda');
  await page.getByRole('list', { name: 'Search Results' }).getByRole('heading', { name: zelda.name }).click();
  await expect(title(page)).toHaveText(zelda.name);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/search?q=zelda');
  await expect(page.getByRole('list', { name: 'Search Results' })).toBeVisible();
});

test('Back is one step back from a new document, too', async ({ page }) => {
  await page.goto('/search?q=zelda');
  await page.goto(`/game/${zelda.guid}`);
  await expect(title(page)).toHaveText(zelda.name);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/search?q=zelda');
});

// Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview'
test("'About This Game' shows only the part after an 'overview' heading", async ({ page }) => {
  await open(page, zelda.guid);
  const text = about(page).locator('xpath=..');
  await expect(text).toContainText('Every cliff can be climbed');
  await expect(text).not.toContainText('can be played on');
  await expect(text).not.toContainText('Releases');
});

for (const { name, html, shown } of [
  {
    name: "after bold text containing 'overview'",
    html: '<p>Before.</p><p><b>Game Overview</b></p><p>Twenty-one characters.</p><p><b>Plot</b></p><p>After.</p>',
    shown: 'Twenty-one characters.',
  },
  {
    name: 'not shown without such a heading',
    html: '<h2>Plot</h2><p>A long text about the plot of this game, which is no overview.</p>',
    shown: null,
  },
  {
    name: 'not shown unless longer than 20 characters',
    html: '<h2>Overview</h2><p>Exactly twenty chars</p>',
    shown: null,
  },
  {
    name: 'shown from 21 characters',
    html: '<h2>Overview</h2><p>Just twenty-one chars</p>',
    shown: 'Just twenty-one chars',
  },
]) {
  // Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... or bold
  //   text [after bold text]
  // Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... and nothing
  //   else [without such a heading]
  // Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... only if
  //   longer than 20 characters [not shown unless longer]
  // Specification 9 Limits: Description extraction minimum: 20 characters [not shown unless longer]
  // Specification 9 Limits: Description extraction minimum: 20 characters ... and shown above it [shown from 21]
  test(`'About This Game': ${name}`, { tag: '@faults' }, async ({ page, databases }) => {
    const guid = `about-${name.length}`;
    const data = {
      guid,
      name: 'Untitled Overview Game',
      deck: null,
      original_release_date: null,
      image: null,
      image_url: null,
      platforms: [],
      aliases: null,
      number_of_user_reviews: 0,
      original_game_rating: null,
    };
    await databases.run(
      'catalog',
      `insert into games (guid, data, description, search_name, search_aliases, search_text, content_hash, fetched_at)
       values ('${guid}', '${JSON.stringify(data)}', '${html}', '${guid}', '{}', '${guid}', 'none', now())
       on conflict (guid) do nothing`,
    );
    await open(page, guid);
    await expect(title(page)).toHaveText('Untitled Overview Game');
    await expect(about(page)).toHaveCount(shown === null ? 0 : 1);
    if (shown === null) return;
    await expect(about(page).locator('xpath=..')).toHaveText(`About This Game${shown}`);
  });
}

// Specification 2 Game detail: Loading text 'Loading game details...'
test("loading text 'Loading game details...'", async ({ page }) => {
  const release = await holdCalls(page, endpoint('3030-20014'));
  await page.goto('/game/3030-20014');
  await expect(page.getByText('Loading game details...')).toBeVisible();
  release();
  await expect(title(page)).toHaveText('Donkey Kong');
  await expect(page.getByText('Loading game details...')).toHaveCount(0);
});

// Specification 2 Game detail: Not found panel 'Game Not Found' with 'The requested game could not be found.'
test("not found panel 'Game Not Found'", async ({ page }) => {
  await page.goto('/game/3030-1');
  await expect(title(page)).toHaveText('Game Not Found');
  await expect(page.getByRole('alert')).toContainText('The requested game could not be found.');
});

// Specification 2 Game detail: Not found panel 'Game Not Found' with 'The requested game could not be found.' ... or
//   the error text
test("'Game Not Found' with the error text", { tag: '@faults' }, async ({ page, providers }) => {
  await providers.fail('giantbomb', { mode: 'down' });
  const answered = page.waitForResponse(endpoint('3030-999999'));
  await page.goto('/game/3030-999999');
  await expect(title(page)).toHaveText('Game Not Found');
  const { message } = await (await answered).json();
  expect(message).toContain('proxies failed');
  await expect(page.getByRole('alert')).toContainText(message);
});

test('shows a vault game that the game database does not know', async ({ page, gamer }) => {
  await signIn(page, gamer);
  const game = { guid: '3030-98301', name: 'A Game of Ours', status: 'playing', rating: 8, hours_played: 3 };
  await page.request.post('/api/games/library/add-external', { data: game });
  await page.goto('/library');
  await page.getByRole('main').getByRole('heading', { name: game.name }).click();
  await expect(title(page)).toHaveText(game.name);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('status').filter({ hasText: 'Only details from your vault' })).toHaveText(
    'This game isn’t in the game database. Only details from your vault are shown.',
  );
  await expect(article.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await article.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Rating (1-10)')).toHaveValue('8');
});

test('shows vault details until the game can be loaded', async ({ page, gamer }) => {
  await signIn(page, gamer);
  const game = { ...zelda, status: 'playing', rating: 9 };
  await page.request.post('/api/games/library/add-external', { data: game });
  const json = { success: false, code: 'catalog.provider_failed', message: 'The provider could not be reached' };
  await page.route(endpoint(zelda.guid), (route) => route.fulfill({ status: 502, json }));
  await page.goto(`/game/${zelda.guid}`);
  await expect(title(page)).toHaveText(zelda.name);
  const notice = page.getByText('The provider could not be reached. Only details from your vault are shown.');
  await expect(notice).toBeVisible();
  await page.unroute(endpoint(zelda.guid));
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(factOf(page, 'Release Date')).toHaveText('March 3, 2017');
  await expect(notice).toHaveCount(0);
});

// Specification 8 Errors: Game detail: 'Failed to load game details' under 'Game Not Found'
test("'Failed to load game details' under 'Game Not Found'", async ({ page }) => {
  await page.route(endpoint(zelda.guid), (route) => route.abort());
  await page.goto(`/game/${zelda.guid}`);
  await giveUp(page);
  await expect(title(page)).toHaveText('Game Not Found');
  await expect(page.getByRole('alert')).toContainText('Failed to load game details');
});
