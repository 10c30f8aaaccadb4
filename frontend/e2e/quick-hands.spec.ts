import { expect, type Page } from '@playwright/test';
import { handsOn } from './support/hands.ts';
import { gameOn, games, test } from './support/shelf.ts';

const views = { card: '', row: '?view=list' } as const;

const savedAs = async (page: Page, title: keyof typeof games) => {
  const { library } = await (await page.request.get('/api/games/library')).json();
  return library.find(({ guid }: { readonly guid: string }) => guid === games[title].guid);
};

const badge = (page: Page) => gameOn(page, 'pong').locator('[data-status]');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

for (const [place, query] of Object.entries(views)) {
  test(`${place}: the status is changed in two steps, and back in one`, async ({ page, openVault }) => {
    await openVault({ pong: { status: 'want_to_play' }, frogger: {} }, query);
    const hands = handsOn(page);
    const control = gameOn(page, 'pong').getByRole('button', { name: 'Status of Pong: Want to Play' });
    await hands.click(control);
    const menu = page.getByRole('menu', { name: 'Status' });
    await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText(/^Want to Play/);
    await expect(menu.getByRole('menuitemradio', { checked: true })).toBeFocused();
    await hands.click(menu.getByRole('menuitemradio', { name: 'Completed' }));
    hands.expectSteps(2);
    await expect(badge(page)).toHaveText('Completed');
    await expect.poll(async () => (await savedAs(page, 'pong')).status).toBe('completed');

    await hands.click(undo(page));
    hands.expectSteps(1);
    await expect(badge(page)).toHaveText('Want to Play');
    await expect.poll(async () => (await savedAs(page, 'pong')).status).toBe('want_to_play');
  });

  test(`${place}: one step rates, the same star takes the rating away, Undo brings it back`, async ({
    page,
    openVault,
  }) => {
    await openVault({ pong: {}, frogger: {} }, query);
    const hands = handsOn(page);
    const pong = gameOn(page, 'pong');
    await pong.hover();
    await hands.click(pong.getByTitle('8 of 10'));
    hands.expectSteps(1);
    await expect(pong.getByRole('button', { name: 'Rating of Pong: 8 of 10' })).toBeVisible();
    await expect.poll(async () => (await savedAs(page, 'pong')).rating).toBe(8);

    await hands.click(pong.getByTitle('8 of 10'));
    hands.expectSteps(1);
    await expect.poll(async () => (await savedAs(page, 'pong')).rating).toBe(null);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await savedAs(page, 'pong')).rating).toBe(8);
  });

  test(`${place}: one step logs time, which adds up, and is undone`, async ({ page, openVault }) => {
    await openVault({ pong: {}, frogger: {} }, query);
    const hands = handsOn(page);
    const pong = gameOn(page, 'pong');
    await pong.hover();
    await hands.click(pong.getByRole('button', { name: 'Log ½ h more of Pong' }));
    hands.expectSteps(1);
    await expect(pong).toContainText('0.5');
    // Two at once are two.
    await pong.getByRole('button', { name: 'Log 1 h more of Pong' }).dblclick();
    await expect.poll(async () => (await savedAs(page, 'pong')).hours_played).toBe(2.5);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await undo(page).last().click();
    await expect.poll(async () => (await savedAs(page, 'pong')).hours_played).toBe(1.5);
  });
}

test('no time is logged beyond the most there can be', async ({ page, openVault }) => {
  await openVault({ pong: { hours_played: 99_999 } });
  const more = gameOn(page, 'pong').getByRole('button', { name: 'Log 2 h more of Pong' });
  await gameOn(page, 'pong').hover();
  await more.click();
  await expect.poll(async () => (await savedAs(page, 'pong')).hours_played).toBe(99_999.5);
  await more.click();
  await expect(page.getByText('Pong has 99,999.5 h already, which is the most there can be.')).toBeVisible();
});

test('the menu of statuses by keyboard: arrows, letters, digits and Escape, and focus is kept', async ({
  page,
  openVault,
}) => {
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
