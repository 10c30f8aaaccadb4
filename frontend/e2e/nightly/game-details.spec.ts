import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { factOf } from '../support/screen.ts';
import { addDescribed, installForNewUser } from './support.ts';

const zelda = { guid: '3030-10016', name: 'The Legend of Zelda: Breath of the Wild' };
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const strip = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('shows developers, series and similar games with links', { tag: '@mobile' }, async ({ page }) => {
  await page.goto(`/game/${zelda.guid}`);
  await expect(page.getByText('Developer', { exact: true }).locator('xpath=../dd')).toHaveText('Nintendo');
  const series = strip(page, 'The Legend of Zelda').getByRole('link');
  await expect(series.first()).toContainText('The Legend of Zelda');
  await expect(strip(page, 'The Legend of Zelda').locator('[aria-current=page]')).toContainText('Breath of the Wild');
  const similar = strip(page, 'Similar games').getByRole('link').first();
  const name = (await similar.locator('span[dir=auto]').textContent()) ?? '';
  await similar.click();
  await expect(title(page)).toHaveText(name);
  await page.goBack();
  await expect(title(page)).toHaveText(zelda.name);
});

test('screenshots open large, with keys; Back closes them before it leaves the page', async ({ page }) => {
  await page.goto('/terms');
  await page.goto(`/game/${zelda.guid}`);
  await strip(page, 'Screenshots').getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: zelda.name });
  const picture = dialog.getByRole('img');
  await expect(picture).toHaveAccessibleName(/^Screenshot 1 of \d$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect(picture).toHaveAccessibleName(/^Screenshot 2 of/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(picture).toHaveAccessibleName(/^Screenshot (\d) of \1$/);
  await dialog.getByRole('button', { name: 'Next screenshot' }).click();
  await expect(picture).toHaveAccessibleName(/^Screenshot 1 of/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width * 0.7, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + height / 2);
  await page.mouse.up();
  await expect(picture).toHaveAccessibleName(/^Screenshot 2 of/);
  await page.evaluate(() => history.back());
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/game/${zelda.guid}`);
  await expect(strip(page, 'Screenshots').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Closing it another way leaves no history entry behind.
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? [])).toEqual([]);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/terms');
});

test('shows how long a game takes, and the remaining time', { tag: '@faults' }, async ({ page, gamer, databases }) => {
  const guid = '3030-50002';
  await page.request.get(`/api/games/${guid}`);
  const none = { genres: [], themes: [], developers: [], publishers: [] };
  const times_to_beat = { hastily: 43_200, normally: 72_000, completely: 144_000, count: 211 };
  const data = { ...none, screenshots: [], series: [], similar_games: [], times_to_beat };
  await databases.run(
    'catalog',
    `insert into game_details (guid, data, fetched_at)
     values ('${guid}', '${JSON.stringify(data)}', now())
     on conflict (guid) do update set data = excluded.data, fetched_at = excluded.fetched_at`,
  );
  await page.goto(`/game/${guid}`);
  const panel = page.getByRole('region', { name: 'Time to beat' });
  await expect(panel).toContainText('Main story about 12 h, everything 40 h');
  await expect(panel).toContainText('From 211 players.');
  await expect(panel).not.toContainText('of the story left');
  await signIn(page, gamer);
  await addDescribed(page.request, { guid, name: 'Mass Effect 2', hours_played: 5 });
  await page.goto(`/game/${guid}`);
  await expect(panel).toContainText('You have about 7 h of the story left.');
});

test('shows a game without details while the provider is down', { tag: '@faults' }, async ({ page, providers }) => {
  const { results } = await (await page.request.get('/api/games/search/external?q=metroid&limit=5')).json();
  await page.request.post('/api/games/cache-search-results', { data: { results } });
  await providers.fail('giantbomb', { mode: 'down' });
  const answered = page.waitForResponse((response) => response.url().endsWith('/details'));
  await page.goto(`/game/${results[0].guid}`);
  expect(await (await answered).json()).toMatchObject({ success: true, details: null, later: true });
  await expect(title(page)).toHaveText(results[0].name);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Loading more details…')).toHaveCount(0);
});

test('shows a vault game that the game database does not know', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await addDescribed(page.request, { name: 'A Game of Ours', rating: 8 });
  await page.goto('/library');
  await page.getByRole('main').getByRole('heading', { name: 'A Game of Ours' }).click();
  await expect(title(page)).toHaveText('A Game of Ours');
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
  await page.request.post('/api/games/library/add-external', { data: zelda });
  const endpoint = `**/api/games/${zelda.guid}`;
  const json = { success: false, code: 'catalog.provider_failed', message: 'The provider could not be reached' };
  await page.route(endpoint, (route) => route.fulfill({ status: 502, json }));
  await page.goto(`/game/${zelda.guid}`);
  await expect(title(page)).toHaveText(zelda.name);
  const notice = page.getByText('The provider could not be reached. Only details from your vault are shown.');
  await expect(notice).toBeVisible();
  await page.unroute(endpoint);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(factOf(page, 'Release Date')).toHaveText('March 3, 2017');
  await expect(notice).toHaveCount(0);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('shows the stored details of a game', async ({ page, context }) => {
    await installForNewUser(page);
    await page.goto(`/game/${zelda.guid}`);
    await expect(strip(page, 'Similar games')).toBeVisible();
    const isKept = () =>
      page.evaluate(async () => {
        const cache = await caches.open('nightshelf-answers');
        const kept = await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.json()));
        return kept.some((each) => each.answer.details);
      });
    await expect.poll(isKept).toBe(true);
    await context.setOffline(true);
    await page.goto(`/game/${zelda.guid}`);
    await expect(page.getByText('You’re offline. Last updated')).toBeVisible();
    await expect(strip(page, 'The Legend of Zelda').getByRole('link').first()).toBeVisible();
  });
});
