import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { act, gameOn, games, savedEntries, test } from '../support/shelf.ts';
import { overhang } from '../support/usable.ts';
import { selectAll, selectionBar } from './support.ts';

const shelf = { pong: {}, breakout: {}, tempest: {} } as const;

const rows = (page: Page) => page.getByRole('list', { name: 'Games in their order' }).getByRole('listitem');
const titles = (page: Page) => rows(page).getByRole('heading');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add to a list' });
const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

// Deletes lists of earlier tests.
test.beforeEach(async ({ page }) => {
  const { lists } = await (await page.request.get('/api/games/lists')).json();
  for (const { id } of lists) await page.request.delete(`/api/games/lists/${id}`);
});

/** Creates a list with the vault's games, last added first. */
async function fullList(page: Page, name: string): Promise<string> {
  const { list } = await (await page.request.post('/api/games/lists', { data: { name } })).json();
  const entry_ids = (await savedEntries(page)).map(({ id }: { id: string }) => id).reverse();
  await page.request.post(`/api/games/lists/${list.id}/games`, { data: { entry_ids } });
  return list.id;
}

test('creates a list, fills it, orders it by keyboard and adds notes', async ({ page, openVault }) => {
  await openVault(shelf);
  // Add one game by creating a list, another by ticking that list.
  await gameOn(page, 'pong').hover();
  await page.getByRole('button', { name: 'Add Pong to a list' }).click();
  await dialog(page).getByLabel('Name of a new list').fill('Top 10');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: 'Top 10' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Tempest' }).focus();
  await page.keyboard.press('l');
  await dialog(page).getByRole('checkbox', { name: 'Top 10' }).check();
  await expect(announced(page, 'Added Tempest to Top 10.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your lists' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Top 10' }).click();
  await expect(titles(page)).toHaveText(['Pong', 'Tempest']);

  // Move by keyboard: lift, move, check the announcement, cancel, and drop.
  const handle = page.getByRole('button', { name: 'Move Tempest, place 2 of 2' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(announced(page, 'Tempest lifted from place 2 of 2.')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(announced(page, 'Place 1 of 2.')).toBeAttached();
  await expect(titles(page)).toHaveText(['Tempest', 'Pong']);
  await page.keyboard.press('Escape');
  await expect(titles(page)).toHaveText(['Pong', 'Tempest']);
  await expect(handle).toBeFocused();
  const moved = page.waitForResponse(/\/move$/);
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  await expect(announced(page, 'Tempest is at place 1 now.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Tempest, place 1 of 2' })).toBeFocused();
  expect((await moved).status()).toBe(200);

  await page.getByRole('button', { name: 'Add a note to Tempest' }).click();
  await expect(page.getByRole('textbox', { name: 'Note of Tempest' })).toBeFocused();
  await page.keyboard.type('Vectors that glow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit note of Tempest: Vectors that glow' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(titles(page)).toHaveText(['Tempest', 'Pong']);
  await expect(rows(page).first()).toContainText('Vectors that glow');

  // A note that cannot be saved stays.
  const writes = '**/api/games/lists/*/games/*';
  await page.route(writes, (route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'No', code: 'request.invalid' } }),
  );
  await page.getByRole('button', { name: 'Add a note to Pong' }).click();
  await expect(page.getByRole('textbox', { name: 'Note of Pong' })).toBeFocused();
  await page.keyboard.type('Two paddles');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note of Pong' })).toHaveValue('Two paddles');
  await page.unroute(writes);
  await page.getByRole('textbox', { name: 'Note of Pong' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Edit note of Pong: Two paddles' })).toBeVisible();

  // Remove and restore a game: its note and place stay.
  await page.getByRole('button', { name: 'Remove Tempest from the list' }).click();
  await expect(titles(page)).toHaveText(['Pong']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['Tempest', 'Pong']);
  await expect(rows(page).first()).toContainText('Vectors that glow');
});

test('drags games while another tab changes the list; adds several', async ({ page, openVault }) => {
  await openVault({ ...shelf, galaga: {} });
  const id = await fullList(page, 'Ours');
  await page.goto(`/lists/${id}`);
  await expect(titles(page)).toHaveText(['Pong', 'Breakout', 'Tempest', 'Galaga']);
  const other = await page.context().newPage();
  await other.goto(`/lists/${id}`);
  await expect(titles(other)).toHaveCount(4);

  await page.getByRole('button', { name: 'Move Galaga, place 4 of 4' }).hover();
  await page.mouse.down();
  const first = await rows(page).first().boundingBox();
  await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 30, { steps: 5 });
  await expect(titles(page)).toHaveText(['Galaga', 'Pong', 'Breakout', 'Tempest']);
  // The other tab moves another game without dragging; both moves must be kept.
  await other.getByRole('button', { name: 'Breakout, place 2: move' }).click();
  await other.getByLabel('Place, 1 to 4').fill('4');
  const moved = other.waitForResponse(/\/move$/);
  await other.keyboard.press('Enter');
  expect((await moved).status()).toBe(200);
  await page.mouse.up();
  await expect(titles(page)).toHaveText(['Galaga', 'Pong', 'Tempest', 'Breakout']);
  await expect(titles(other)).toHaveText(['Galaga', 'Pong', 'Tempest', 'Breakout']);
  await other.close();

  // Add from the selection bar to another list.
  await page.request.post('/api/games/lists', { data: { name: 'Another' } });
  await page.goto('/library');
  await selectAll(page);
  await selectionBar(page).getByRole('button', { name: 'Add to list…' }).click();
  const several = page.getByRole('dialog', { name: 'Add 4 games to a list' });
  await several.getByRole('checkbox', { name: 'Another' }).check();
  await expect(announced(page, '4 games added to Another.')).toBeVisible();
  await page.keyboard.press('Escape');

  // The game's own page ticks the lists that contain it.
  await page.goto(`/game/${games.pong.guid}`);
  await page.getByRole('button', { name: 'Add to list…' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: 'Ours' })).toBeChecked();
  await dialog(page).getByRole('checkbox', { name: 'Another' }).uncheck();
  await expect(announced(page, 'Removed Pong from Another.')).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Open your lists' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Another' })).toContainText('3 games');
});

test('touch: adds from the sheet of a game, and drags', { tag: '@mobile' }, async ({ page, openVault }) => {
  await openVault(shelf);
  const id = await fullList(page, 'On the train');
  await act(page, 'Add to list', 'Pong');
  await expect(dialog(page).getByRole('checkbox', { name: 'On the train' })).toBeChecked();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto(`/lists/${id}`);
  await expect(titles(page)).toHaveText(['Pong', 'Breakout', 'Tempest']);
  expect(await overhang(page)).toBe(0);

  const grip = await page.getByRole('button', { name: 'Move Pong, place 1 of 3' }).boundingBox();
  const end = await rows(page).last().boundingBox();
  const finger = await page.context().newCDPSession(page);
  const x = (grip?.x ?? 0) + 15;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  const [from, to] = [(grip?.y ?? 0) + 40, (end?.y ?? 0) + 40];
  await touch('touchStart', from);
  for (const step of [0.25, 0.5, 0.75, 1]) await touch('touchMove', from + (to - from) * step);
  await expect(titles(page)).toHaveText(['Breakout', 'Tempest', 'Pong']);
  const moved = page.waitForResponse(/\/move$/);
  await touch('touchEnd');
  expect((await moved).status()).toBe(200);
  await page.reload();
  await expect(titles(page)).toHaveText(['Breakout', 'Tempest', 'Pong']);
});

test('adds a game to a list once it is in the vault', async ({ page, stock }) => {
  await stock({});
  await page.request.post('/api/games/lists', { data: { name: 'Later' } });
  let isBusy = true;
  await page.route('**/api/games/library/add', (route) => {
    if (!isBusy) return route.continue();
    const json = { success: false, code: 'gateway.rate_limited', message: 'Too many.', request_id: 'test' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json });
  });
  await page.goto(`/game/${games.galaga.guid}`);
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await panel.getByRole('button', { name: 'Playing' }).click();
  await panel.getByRole('button', { name: 'Add to list…' }).click();
  const later = dialog(page).getByRole('checkbox', { name: 'Later' });
  await expect(dialog(page)).toContainText('A game is still being added to your vault.');
  await expect(later).toBeDisabled();
  isBusy = false;
  await expect(later).toBeEnabled();
  await later.check();
  await expect(announced(page, 'Added Galaga to Later.')).toBeVisible();
});
