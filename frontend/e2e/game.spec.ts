import { expect, type Page } from '@playwright/test';
import { emptyVault, signIn, test } from './support/accounts.ts';
import { choose, chosenOf, labels, statuses } from './support/entry-form.ts';
import { giveUp, holdCalls } from './support/network.ts';
import { factOf } from './support/screen.ts';

const zelda = { guid: '3030-10016', name: 'The Legend of Zelda: Breath of the Wild' };
const endpoint = (guid: string) => `**/api/games/${guid}`;
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const termOf = (page: Page, label: string) => page.locator('dt').getByText(label, { exact: true });
const about = (page: Page) => page.getByRole('heading', { name: 'About This Game' });

async function open(page: Page, guid: string): Promise<void> {
  await page.goto(`/game/${guid}`);
  await expect(title(page)).not.toHaveText('Loading game details...');
}

// Specification 2 Routes and guard: /game/{guid}: open, game detail
// Specification 2 Game detail: Image, name and deck; Release Date in long US format; Platforms as a comma list; User
//   Reviews; Rating; Also Known As (newlines as commas)
// Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview'
// Specification 2 Game detail: Back button (one step back in history)
test('facts, overview and Back', { tag: '@mobile' }, async ({ page }) => {
  await page.goto('/terms');
  await page.goto('/search?q=zelda');
  await page.getByRole('list', { name: 'Search Results' }).getByRole('heading', { name: zelda.name }).click();
  await expect(page).toHaveURL(`/game/${zelda.guid}`);
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
  const text = about(page).locator('xpath=..');
  await expect(text).toContainText('Every cliff can be climbed');
  await expect(text).not.toContainText('can be played on');
  await expect(text).not.toContainText('Releases');

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/search?q=zelda');
  await expect(page.getByRole('list', { name: 'Search Results' })).toBeVisible();
});

// Specification 2 Game detail: Image, name and deck; Release Date in long US format; Platforms as a comma list; User
//   Reviews; Rating; Also Known As (newlines as commas) ... TBA; 'Not specified'; User Reviews only if greater than 0
// Specification 2 Game detail: Loading text 'Loading game details...'
// Specification 2 Game detail: Not found panel 'Game Not Found' with 'The requested game could not be found.'
// Specification 8 Errors: Game detail: 'Failed to load game details' under 'Game Not Found'
test('unknown facts, loading, not found and failed', async ({ page }) => {
  await open(page, '3030-60062');
  await expect(title(page)).toHaveText('The Witcher IV');
  await expect(factOf(page, 'Release Date')).toHaveText('TBA');
  await expect(factOf(page, 'Platforms')).toHaveText('Not specified');
  await expect(termOf(page, 'User Reviews')).toHaveCount(0);
  await expect(termOf(page, 'Rating')).toHaveCount(0);

  const release = await holdCalls(page, endpoint('3030-20014'));
  await page.goto('/game/3030-20014');
  await expect(page.getByText('Loading game details...')).toBeVisible();
  release();
  await expect(title(page)).toHaveText('Donkey Kong');
  await expect(page.getByText('Loading game details...')).toHaveCount(0);

  await page.goto('/game/3030-1');
  await expect(title(page)).toHaveText('Game Not Found');
  await expect(page.getByRole('alert')).toContainText('The requested game could not be found.');

  await page.route(endpoint(zelda.guid), (route) => route.abort());
  await page.goto(`/game/${zelda.guid}`);
  await giveUp(page);
  await expect(title(page)).toHaveText('Game Not Found');
  await expect(page.getByRole('alert')).toContainText('Failed to load game details');
});

// Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... or bold
//   text
// Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... and nothing
//   else
// Specification 2 Game detail: 'About This Game': only what follows a heading containing 'overview' ... only if
//   longer than 20 characters
// Specification 9 Limits: Description extraction minimum: 20 characters
// Specification 9 Limits: Description extraction minimum: 20 characters ... and shown above it
test("'About This Game' needs an 'overview' of more than 20 characters", async ({ page, databases }) => {
  const { game } = await (await page.request.get('/api/games/3030-60062')).json();
  for (const [guid, html, shown] of [
    [
      'about-bold-text',
      '<p>Before.</p><p><b>Game Overview</b></p><p>Twenty-one characters.</p><p><b>Plot</b></p><p>After.</p>',
      'Twenty-one characters.',
    ],
    ['about-no-overview', '<h2>Plot</h2><p>A long text about the plot of this game, which is no overview.</p>', null],
    ['about-20-characters', '<h2>Overview</h2><p>Exactly twenty chars</p>', null],
    ['about-21-characters', '<h2>Overview</h2><p>Just twenty-one chars</p>', 'Just twenty-one chars'],
  ] as const) {
    // No provider describes its games like this.
    const data = JSON.stringify({ ...game, guid, name: 'Untitled Overview Game', deck: null });
    await databases.run(
      'catalog',
      `insert into games (guid, data, description, search_name, search_aliases, search_text, content_hash, fetched_at)
       values ('${guid}', '${data}', '${html}', '${guid}', '{}', '${guid}', 'none', now())
       on conflict (guid) do nothing`,
    );
    await open(page, guid);
    await expect(title(page)).toHaveText('Untitled Overview Game');
    await expect(about(page), guid).toHaveCount(shown === null ? 0 : 1);
    if (shown) await expect(about(page).locator('xpath=..')).toHaveText(`About This Game${shown}`);
  }
});

// Specification 4 States: Status values; want_to_play by default; any status can be chosen when adding
test('any status when adding; want_to_play by default', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await emptyVault(page);
  await open(page, '3030-20001');
  const vault = page.getByRole('region', { name: 'Your Vault' });
  for (const status of statuses) {
    await vault.getByRole('button', { name: 'Add to Vault' }).click();
    const form = page.getByRole('main').getByRole('form');
    await expect(chosenOf(form, 'Status')).toHaveAccessibleName('Want to Play');
    await choose(form, 'Status', labels[status]);
    const added = page.waitForResponse('**/api/games/library/add');
    await form.getByRole('button', { name: 'Submit' }).click();
    expect((await (await added).json()).user_game.status).toBe(status);
    const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await vault.getByRole('button', { name: 'Remove' }).click();
    await removed;
  }
});
