import { expect, type Page } from '@playwright/test';
import { signIn, test } from './support/accounts.ts';
import { untilQuiet } from './support/network.ts';
import { becomePhone } from './support/phone.ts';
import { fillShelf, screens } from './support/screens.ts';
import { expectUsable } from './support/usable.ts';

// Measures colors after transitions end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Screens that every change checks, in one theme per device; the nightly run checks every screen in both themes. */
const main = [
  'home, signed in',
  'login',
  'search results with the form to add a game',
  'suggestions',
  'game, signed in',
  'vault as cards',
  'vault as a list',
  'vault with the form to edit',
  'profile',
  'security',
];

for (const { name, signedIn, open, differsByTouch } of screens.filter((screen) => main.includes(screen.name))) {
  test(`${name}: accessible`, async ({ page, gamer }) => {
    if (signedIn) await signIn(page, gamer);
    await open(page);
    // Late content fades in, and axe would measure a wrong contrast.
    await untilQuiet(page);
    await expectUsable(page, 'desktop', ['dark']);
    if (differsByTouch) return;
    await becomePhone(page);
    await expectUsable(page, 'phone', ['light']);
  });
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });

test('keyboard: skip link, navigation order, focus in dialogs', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await fillShelf(page);
  await page.goto('/library');
  await expect(page.getByText(/ of \d+ games/)).toBeVisible();

  await test.step('the first stop leads past the navigation', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name: 'Lists' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name: 'Time machine' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('searchbox', { name: 'Search your vault' })).toBeFocused();
  });

  await test.step('the Tab key follows the visual order', async () => {
    await page.goto('/');
    await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
    // The bell appears after the first scripts.
    await expect(page.getByRole('banner').getByLabel('Notifications')).toBeVisible();
    const stops: string[] = [];
    for (let stop = 0; stop < 10; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
    }
    const places = ['Home', 'Vault', 'Users', 'Profile'];
    expect(stops).toEqual([
      'Skip to content',
      'Nightshelf',
      ...places,
      'Search games',
      'Sign Out',
      'Notifications',
      'Switch to light theme',
    ]);
  });

  await test.step('a dialog keeps the focus, and gives it back on Escape', async () => {
    await page.goto('/library');
    const edit = page.getByRole('button', { name: 'Edit Pong' });
    await edit.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(edit).toBeFocused();
  });

  await test.step('navigation moves the focus to the heading of the new page', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});
