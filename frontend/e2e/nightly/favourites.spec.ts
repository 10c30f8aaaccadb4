import { expect, type Page } from '@playwright/test';
import { streamAfter } from '../support/network.ts';
import { firstVisit, gameOn, test } from '../support/shelf.ts';
import { overhang } from '../support/usable.ts';

const slots = (page: Page) => page.getByRole('list', { name: 'Favorites', exact: true });
const covers = (page: Page) => slots(page).getByRole('link');
const rows = (page: Page) => page.getByRole('list', { name: 'Your favorites in order' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose favorites' });
const stored = async (page: Page): Promise<string[]> => {
  const { favourites } = await (await page.request.get('/api/games/library/favourites')).json();
  return favourites.games.map(({ name }: { name: string }) => name);
};

/** Opens the dialog on the profile, where nothing is chosen yet. */
async function openDialog(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Choose a favorite' }).click(firstVisit);
}

test.beforeEach(async ({ page, stock }) => {
  await stock({ pong: {}, breakout: {}, tempest: {}, galaga: {}, frogger: {}, pacMan: {} });
  await page.request.put('/api/games/library/favourites', { data: { entry_ids: [] } });
});

test('chooses five, orders and removes them, in two tabs', { tag: '@mobile' }, async ({ page }) => {
  await openDialog(page);
  for (const name of ['Pong', 'Tempest', 'Galaga', 'Frogger', 'Pac-Man']) {
    await dialog(page).getByRole('checkbox', { name }).check();
  }
  await expect(dialog(page).getByRole('checkbox', { name: 'Breakout' })).toBeDisabled();
  await expect(dialog(page).getByText('the maximum')).toBeVisible();
  await dialog(page).getByRole('checkbox', { name: 'Pong' }).uncheck();
  await dialog(page).getByRole('checkbox', { name: 'Breakout' }).check();
  await page.keyboard.press('Escape');
  // The button that opened the editor no longer exists.
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeFocused();
  const chosen = ['Tempest', 'Galaga', 'Frogger', 'Pac-Man', 'Breakout'];
  await expect(covers(page)).toHaveText(chosen);
  await expect.poll(() => stored(page)).toEqual(chosen);
  expect(await overhang(page)).toBe(0);
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(covers(other)).toHaveText(chosen);

  // Use the keyboard, as in lists; the other tab follows.
  await page.getByRole('button', { name: 'Edit your favorites' }).click();
  await page.getByRole('button', { name: 'Move Breakout, place 5 of 5' }).focus();
  for (const key of ['Space', 'Home', 'Space']) await page.keyboard.press(key);
  const moved = ['Breakout', 'Tempest', 'Galaga', 'Frogger', 'Pac-Man'];
  await expect(rows(page)).toHaveText(moved);
  await expect(covers(other)).toHaveText(moved);
  expect(await overhang(page)).toBe(0);

  // The other tab makes its own change before it knows of this one: it must report the conflict and show the current
  // order.
  await other.route('**/api/games/library/favourites', async (route) => {
    const body = { ...route.request().postDataJSON(), if_version: 1 };
    await (route.request().method() === 'PUT' ? route.continue({ postData: body }) : route.continue());
  });
  await other.getByRole('button', { name: 'Edit your favorites' }).click();
  await other.getByRole('button', { name: 'Remove Galaga from your favorites' }).click();
  await expect(other.getByText('Your favorites were changed elsewhere.')).toBeVisible();
  await expect(rows(other)).toHaveText(moved);
  await other.close();

  await page.getByRole('button', { name: 'Remove Galaga from your favorites' }).click();
  await expect(rows(page)).toHaveText(['Breakout', 'Tempest', 'Frogger', 'Pac-Man']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveText(moved);
  await expect.poll(() => stored(page)).toEqual(moved);
  await page.getByRole('button', { name: 'Done' }).click();
  await covers(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Breakout' })).toBeVisible();
});

test('stores choices made before the response', async ({ page }) => {
  await openDialog(page);
  let answered = 0;
  await page.route('**/api/games/library/favourites', async (route) => {
    const answer = await route.fetch();
    if (route.request().method() === 'PUT' && answered === 0) await expect(checked).toHaveCount(3);
    answered += 1;
    await route.fulfill({ response: answer });
  });
  const checked = dialog(page).getByRole('checkbox', { checked: true });
  const names = ['Pong', 'Tempest', 'Galaga'];
  for (const name of names) await dialog(page).getByRole('checkbox', { name }).check();
  await expect.poll(() => stored(page)).toEqual(names);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(checked).toHaveCount(3);
});

test('ignores a response older than a choice', async ({ page }) => {
  let asked = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isLate = false;
  await page.route('**/api/games/library/favourites', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    asked += 1;
    if (asked === 1) return route.continue();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
    isLate = true;
  });
  await streamAfter(page, () => asked > 0);
  await page.goto('/profile');
  // The page requests it at first, and again when the notification stream has started.
  await expect.poll(() => asked, firstVisit).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: 'Choose a favorite' }).click(firstVisit);
  await dialog(page).getByRole('checkbox', { name: 'Pong' }).check();
  await expect.poll(() => stored(page)).toEqual(['Pong']);
  release();
  await expect.poll(() => isLate).toBe(true);
  await dialog(page).getByRole('checkbox', { name: 'Tempest' }).check();
  await expect.poll(() => stored(page)).toEqual(['Pong', 'Tempest']);
  await page.keyboard.press('Escape');
  await expect(covers(page)).toHaveText(['Pong', 'Tempest']);
  await page.unrouteAll({ behavior: 'wait' });
});

test('shows others an open vault and its favorites, only shared ones once it is private', async ({ page, friend }) => {
  const { library } = await (await friend.request.get('/api/games/library')).json();
  const idOf = (wanted: string) => library.find(({ game }: { game: { name: string } }) => game.name === wanted).id;
  const choose = (...names: string[]) =>
    friend.request.put('/api/games/library/favourites', { data: { entry_ids: names.map(idOf) } });
  const setPrivacy = (privacy: string) => friend.request.patch('/api/auth/profile', { data: { privacy } });
  const seen = page.getByRole('list', { name: `Favorites of ${friend.username}` }).getByRole('link');
  try {
    await page.goto(`/users/${friend.id}`);
    await expect(page.getByText(/ of 4 games/)).toBeVisible(firstVisit);
    await expect(seen).toHaveCount(0);
    await choose('Galaga', 'Pong', 'Frogger');
    await expect(seen).toHaveText(['Galaga', 'Pong', 'Frogger']);
    await setPrivacy('private');
    await expect(seen).toHaveText(['Pong', 'Frogger']);
    await expect(gameOn(page, 'galaga')).toHaveCount(0);
    await choose('Galaga');
    await expect(seen).toHaveCount(0);
    await setPrivacy('public');
    await expect(gameOn(page, 'galaga')).toBeVisible();
  } finally {
    await setPrivacy('public');
    await choose();
  }
});
