import { expect, type Page } from '@playwright/test';
import { chosenOf } from '../support/entry-form.ts';
import { phone } from '../support/phone.ts';
import { gameOn, games, openTen, platforms, savedAs, savedEntries, shownTitles, test } from '../support/shelf.ts';
import { addDescribed, selectionBar as bar, changeSelected, selectAll } from './support.ts';

const views = { card: '', row: '?view=list' } as const;

const badge = (page: Page) => gameOn(page, 'pong').locator('[data-status]');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const editForm = (page: Page) => page.getByRole('dialog', { name: 'Edit game' });

for (const [place, query] of Object.entries(views)) {
  test(`${place}: status in two steps, rating and hours in one, with Undo`, async ({ page, openVault }) => {
    await openVault({ pong: { status: 'want_to_play' }, frogger: {} }, query);
    const pong = gameOn(page, 'pong');
    const saved = (field: 'status' | 'rating' | 'hours_played') =>
      expect.poll(async () => (await savedAs(page, 'pong'))[field]);
    const menu = page.getByRole('menu', { name: 'Status' });
    await pong.getByRole('button', { name: 'Status of Pong: Want to Play' }).click();
    await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText(/^Want to Play/);
    await expect(menu.getByRole('menuitemradio', { checked: true })).toBeFocused();
    await menu.getByRole('menuitemradio', { name: 'Completed' }).click();
    await expect(badge(page)).toHaveText('Completed');
    await saved('status').toBe('completed');
    await undo(page).click();
    await expect(badge(page)).toHaveText('Want to Play');
    await saved('status').toBe('want_to_play');

    await pong.hover();
    await pong.getByTitle('8 of 10').click();
    await expect(pong.getByRole('button', { name: 'Rating of Pong: 8 of 10' })).toBeVisible();
    await saved('rating').toBe(8);
    await pong.getByTitle('8 of 10').click();
    await saved('rating').toBe(null);
    await page.keyboard.press('Control+z');
    await saved('rating').toBe(8);

    await pong.hover();
    await pong.getByRole('button', { name: 'Log ½ h more of Pong' }).click();
    await expect(pong).toContainText('0.5');
    // Two fast clicks count twice.
    await pong.getByRole('button', { name: 'Log 1 h more of Pong' }).dblclick();
    await saved('hours_played').toBe(2.5);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await undo(page).last().click();
    await saved('hours_played').toBe(1.5);
  });
}

test('logs no time beyond the maximum', async ({ page, openVault }) => {
  await openVault({ pong: { hours_played: 99_999 } });
  const more = gameOn(page, 'pong').getByRole('button', { name: 'Log 2 h more of Pong' });
  await gameOn(page, 'pong').hover();
  await more.click();
  await expect.poll(async () => (await savedAs(page, 'pong')).hours_played).toBe(99_999.5);
  await more.click();
  await expect(page.getByText('Pong already has 99,999.5 h, the maximum.')).toBeVisible();
});

test('status menu by keyboard: arrows, letters, digits, Escape', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing' } });
  const control = gameOn(page, 'pong').locator('[data-quick="status"]');
  const menu = page.getByRole('menu', { name: 'Status' });
  const item = (name: string) => menu.getByRole('menuitemradio', { name });
  await control.focus();
  await page.keyboard.press('Enter');
  await expect(item('Playing')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('Completed')).toBeFocused();
  await page.keyboard.press('d');
  await expect(item('Dropped')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(control).toBeFocused();
  await expect(badge(page)).toHaveText('Playing');
  await page.keyboard.press('Enter');
  await page.keyboard.press('5');
  await expect(badge(page)).toHaveText('Collection');
  await expect(control).toBeFocused();
});

const statusesOf = async (page: Page): Promise<string[]> =>
  (await savedEntries(page)).map(({ status }: { readonly status: string }) => status);

for (const [place, query] of Object.entries(views)) {
  test(`${place}: completes ten games in four steps, with one Undo`, async ({ page }) => {
    await openTen(page, query);
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await shownTitles(page).first().hover();
    await box('Ten 10').click();
    await page.keyboard.down('Shift');
    await box('Ten 19').click();
    await page.keyboard.up('Shift');
    await expect(bar(page).getByRole('status')).toHaveText('10 selected');
    await changeSelected(page, 'Completed');
    await expect(page.getByRole('main').locator('[data-status="completed"]')).toHaveCount(10);
    await expect(bar(page)).toHaveCount(0);
    await expect.poll(() => statusesOf(page)).toEqual(Array(10).fill('completed'));
    await expect(undo(page)).toHaveCount(1);
    await undo(page).click();
    await expect.poll(() => statusesOf(page)).toEqual(Array(10).fill('playing'));
  });
}

test('removes several games with one notice and one Undo', async ({ page }) => {
  await openTen(page);
  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible();
  await expect.poll(() => statusesOf(page)).toEqual([]);
  await expect(page.getByRole('status').filter({ hasText: 'Removed' })).toHaveText('Removed 10 games from your vault.');
  await undo(page).click();
  await expect(shownTitles(page)).toHaveCount(10);
  await expect.poll(() => statusesOf(page)).toHaveLength(10);
});

test('names the games that could not be changed', async ({ page }) => {
  await openTen(page);
  const { id } = (await savedEntries(page)).find(({ guid }: { readonly guid: string }) => guid === '3030-770013');
  const refused = { status: 422, json: { success: false, code: 'invalid', message: 'No.', errors: {} } };
  const ofIt = ({ pathname }: URL) => pathname === `/api/games/library/${id}`;
  await page.route(ofIt, (call) => call.fulfill(refused));
  await shownTitles(page)
    .first()
    .click({ modifiers: ['Shift'] });
  // While games are selected, a plain click selects too.
  await shownTitles(page).nth(3).click();
  await shownTitles(page).nth(4).click();
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await bar(page).getByRole('button', { name: 'Platform' }).click();
  await page.getByRole('menuitemradio', { name: 'PC', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update 1 game: Ten 13');
  const onPc = page.locator('[data-index]').getByText('PC', { exact: true });
  await expect(onPc).toHaveCount(2);
  await page.unroute(ofIt);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(onPc).toHaveCount(3);
});

test('clears the selection; clicks then open games, with Ctrl or ⌘ in a new tab', async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {} });
  await gameOn(page, 'pong').hover();
  await page.getByRole('checkbox', { name: 'Select Pong' }).click();
  await expect(page.getByRole('checkbox', { name: 'Select Frogger' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar(page)).toHaveCount(0);
  const first = shownTitles(page).first();
  const opened = page.context().waitForEvent('page');
  await first.click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL(/\/game\//);
  await expect(page).toHaveURL('/library');
  await expect(bar(page)).toHaveCount(0);
  await first.click();
  await expect(page).toHaveURL(/\/game\//);
});

test('every shortcut works, and none while typing', async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {}, galaga: {} });
  const link = (name: string) => page.getByRole('main').getByRole('link', { name });
  await page.keyboard.press('g');
  await expect(link('Frogger')).toBeFocused();
  await expect(link('Frogger')).toHaveAttribute('aria-keyshortcuts', /\bE\b/);
  await page.keyboard.press('ArrowRight');
  await expect(link('Galaga')).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(link('Pong')).toBeFocused();
  await page.keyboard.press('3');
  await expect(badge(page)).toHaveText('Completed');
  await page.keyboard.press('s');
  await page.keyboard.press('2');
  await expect(badge(page)).toHaveText('Playing');
  await expect(link('Pong')).toBeFocused();
  await page.keyboard.press('r');
  await page.keyboard.press('0');
  await page.keyboard.press('h');
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ status: 'playing', rating: 10, hours_played: 1 });
  await page.keyboard.press(' ');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ ');
  await expect(bar(page).getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(overview.getByText('Log an hour')).toBeVisible();
  await page.keyboard.press('h');
  await page.keyboard.press('Escape');
  await expect(overview).toHaveCount(0);
  await expect(link('Frogger')).toBeFocused();
  const box = page.getByRole('searchbox', { name: 'Search your vault' });
  await box.fill('');
  await box.pressSequentially('gers?');
  await expect(box).toHaveValue('gers?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await savedAs(page, 'frogger')).toMatchObject({ hours_played: null });
});

test('makes the game list one Tab stop, at the last used game', async ({ page, openVault }) => {
  await openVault({ pong: {}, frogger: {}, galaga: {} });
  const tabbable = (title: keyof typeof games) =>
    gameOn(page, title).locator('a[tabindex="0"], button[tabindex="0"], input[tabindex="0"]');
  await page.keyboard.press('g');
  await expect.poll(() => tabbable('frogger').count()).toBeGreaterThan(3);
  await expect(tabbable('galaga')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(tabbable('frogger')).toHaveCount(0);
  await expect.poll(() => tabbable('pong').count()).toBeGreaterThan(3);
});

test('asks before discarding changes of the edit form', async ({ page, openVault }) => {
  await openVault({ pong: { rating: 5 } });
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  const form = editForm(page);
  await form.getByLabel('Rating (1-10)').fill('9');
  await page.mouse.click(20, 450);
  await expect(form.getByText('Your changes are not saved yet.')).toBeVisible();
  await form.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByLabel('Rating (1-10)')).toHaveValue('9');
  await page.mouse.click(20, 450);
  await form.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toHaveCount(0);
  expect((await savedAs(page, 'pong')).rating).toBe(5);
  // Without changes, the form closes without a question.
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  await expect(chosenOf(form, 'Status')).toBeFocused();
  await page.mouse.click(20, 450);
  await expect(form).toHaveCount(0);
});

test('edits by keyboard, names the new place of the game, and keeps focus', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await openTen(page, '?sort=status&view=list');
  await page.keyboard.press('g');
  await page.keyboard.press('4');
  const notice = (name: string) => page.getByRole('status').filter({ hasText: name });
  await expect(notice('Ten 10')).toHaveText('Ten 10: Dropped. It is now number 10 of 10.');
  await expect(page.getByRole('link', { name: 'Ten 11' })).toBeFocused();
  await page.keyboard.press('e');
  await expect(editForm(page).getByRole('form', { name: 'Edit Ten 11' })).toBeVisible();
  await expect(chosenOf(editForm(page), 'Status')).toBeFocused();
  // From Playing to Collection.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(editForm(page)).toHaveCount(0);
  await expect(notice('Ten 11')).toHaveText('Ten 11: Collection. It is now number 9 of 10.');
  await expect.poll(() => statusesOf(page)).toContain('collection');
  await expect(page.getByRole('link', { name: 'Ten 12' })).toBeFocused();
});

test('changes and shares a game on its page', async ({ page, stock }) => {
  await stock({ tempest: { status: 'playing', hours_played: 1 } });
  await page.goto(`/game/${games.tempest.guid}`);
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await panel.getByRole('button', { name: 'Completed' }).click();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject({ status: 'completed' });
  await undo(page).click();
  await expect(panel.getByRole('button', { name: 'Playing', pressed: true })).toBeVisible();
  await expect(panel).toContainText('1.0 h');
  await panel.getByRole('button', { name: 'Share Tempest' }).click();
  await expect(page.getByText('Tempest: shared. Your whole vault is public.')).toBeVisible();
  await expect.poll(() => savedAs(page, 'tempest')).toMatchObject({ status: 'playing', is_shared: true });
});

test('renders every game of a small vault', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 320 });
  await openTen(page);
  await expect(shownTitles(page)).toHaveCount(10);
});

test('sorts by the column headings', async ({ page, openVault }) => {
  await openVault({ pong: { rating: 3, status: 'playing' }, frogger: { rating: 9 }, galaga: {} }, '?view=list');
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const by = (name: string) => heading(name).getByRole('button').click();
  await expect(heading('Game')).toHaveAttribute('aria-sort', 'ascending');
  await by('Rating');
  await expect(shownTitles(page)).toHaveText(['Frogger', 'Pong', 'Galaga']);
  await expect(heading('Rating')).toHaveAttribute('aria-sort', 'descending');
  await by('Status');
  await expect(shownTitles(page)).toHaveText(['Pong', 'Frogger', 'Galaga']);
  await by('Added');
  await expect(shownTitles(page)).toHaveText(['Galaga', 'Frogger', 'Pong']);
  await by('Added');
  await expect(shownTitles(page)).toHaveText(['Pong', 'Frogger', 'Galaga']);
  await expect(page).toHaveURL('/library?sort=recent&order=oldest&view=list');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  test('selects by long press, and shows all actions in a sheet', async ({ page, openVault }) => {
    await openVault({ pong: { status: 'playing' }, frogger: {} });
    // Back closes the bottom sheet.
    const menu = page.getByRole('menu', { name: 'Status' });
    await page.getByRole('button', { name: 'Status of Pong: Playing' }).click();
    await expect(menu).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state?.dialogs?.length)).toBe(1);
    await page.evaluate(() => history.back());
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/library');
    await page.getByRole('button', { name: 'More for Pong' }).click();
    const sheet = page.getByRole('dialog', { name: 'Pong' });
    const box = async () => (await sheet.boundingBox()) ?? { y: 0, height: 0 };
    await expect.poll(async () => (await box()).y + (await box()).height).toBe(page.viewportSize()?.height);
    await sheet.getByRole('button', { name: '8 of 10' }).click();
    await expect.poll(async () => (await savedAs(page, 'pong')).rating).toBe(8);
    await sheet.getByRole('button', { name: 'Edit Pong' }).click();
    await expect(chosenOf(editForm(page), 'Status')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const touch = await page.context().newCDPSession(page);
    const { x = 0, y = 0 } = (await gameOn(page, 'pong').boundingBox()) ?? {};
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 40, y: y + 40 }] });
    await expect(bar(page).getByRole('status')).toHaveText('1 selected');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(bar(page).getByRole('status')).toHaveText('1 selected');
    await gameOn(page, 'frogger').locator('a').first().tap();
    await expect(bar(page).getByRole('status')).toHaveText('2 selected');
    await expect(page).toHaveURL('/library');
  });

  test('a card shows its platform whole below a long title', async ({ page, stock }) => {
    await stock({});
    const name = 'The Wandering Knights and Their Unfinished Business';
    const figures = { rating: 10, hours_played: 101.5, platform_id: platforms.commodore64 };
    const { id } = await addDescribed(page.request, { name, status: 'want_to_play', ...figures });
    await page.request.put(`/api/games/library/${id}`, { data: { is_shared: true } });
    await page.goto('/library');
    const row = page.getByRole('list', { name: 'Games' }).getByRole('listitem');
    const platform = row.getByText('Commodore 64');
    await expect(platform).toBeVisible();
    expect(await platform.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await row.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });
});
