import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { signIn, test } from './support/accounts.ts';
import { violations, wear } from './support/axe.ts';
import { untilQuiet } from './support/network.ts';
import { finishTogether, judged } from './support/opinions.ts';
import { becomePhone, phone } from './support/phone.ts';
import { fillShelf, screens } from './support/screens.ts';
import { untilDrawn } from './support/shelf.ts';

// Measures colors after transitions end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const everything: RunOptions = {
  runOnly: { type: 'tag', values: standards },
  rules: { 'heading-order': { enabled: true } },
};
/** The rules whose result depends on the theme. */
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** Returns the pixels of horizontal scrolling. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo({ left: 1000, behavior: 'instant' });
    const { scrollX } = window;
    window.scrollTo({ left: 0, behavior: 'instant' });
    return scrollX;
  });

/** @param device its description */
async function expectUsable(page: Page, device: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    const found = await violations(page, theme === 'dark' ? everything : colours);
    expect.soft(found, `${device}, ${theme}`).toEqual([]);
  }
  await expect
    .configure({ soft: true })
    .poll(() => overhang(page), `${device}, sideways scrolling`)
    .toBe(0);
}

/** Checked with every change; the other screens are checked nightly. */
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

for (const { name, signedIn, open, differsByTouch } of screens) {
  const tag = [...(differsByTouch ? ['@mobile'] : []), ...(main.includes(name) ? [] : ['@nightly'])];
  test(`${name}: accessible in both themes`, { tag }, async ({ page, gamer, isMobile }) => {
    if (signedIn) await signIn(page, gamer);
    await open(page);
    // Late content fades in.
    await untilQuiet(page);
    await expectUsable(page, isMobile ? 'phone' : 'desktop');
    if (isMobile) return;
    // A window of 1440 pixels at 200 % has 720.
    await page.setViewportSize({ width: 720, height: 450 });
    // The layout follows the window with a delay.
    await expect.poll(() => overhang(page), 'sideways scrolling at 200 %').toBe(0);
    if (differsByTouch) return;
    await becomePhone(page);
    await expectUsable(page, 'phone');
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

  await test.step('the navigation is in the order that is seen', async () => {
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
    await untilDrawn(page);
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

test('shows no motion when the user prefers none', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await fillShelf(page);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 20).length,
    );
  expect(await moving()).toBe(0);
  await page.keyboard.press('Escape');
  await page.goto('/game/3030-20001');
  const panel = page.getByRole('region', { name: 'Your Vault' });
  await panel.getByRole('button', { name: 'Dropped' }).click();
  await panel.getByRole('button', { name: 'Completed' }).click();
  await expect(panel.getByRole('button', { name: 'Completed', pressed: true })).toBeVisible();
  expect(await moving()).toBe(0);
});

test.describe('without a preference for reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('animates covers between pages and a completed game', async ({ page, gamer }) => {
    await signIn(page, gamer);
    await fillShelf(page);
    await page.goto('/library');
    await page.evaluate(() => {
      const begin = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        document.documentElement.dataset.travels = String(Number(document.documentElement.dataset.travels ?? 0) + 1);
        return begin(update as ViewTransitionUpdateCallback);
      };
    });
    const root = page.locator('html');
    await page.getByRole('main').getByRole('link', { name: 'Frogger' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Frogger' })).toBeVisible();
    await expect(root).toHaveAttribute('data-travels', '1');
    const panel = page.getByRole('region', { name: 'Your Vault' });
    await panel.getByRole('button', { name: 'Playing' }).click();
    await panel.getByRole('button', { name: 'Completed' }).click();
    await expect(page.locator('.joy')).toBeAttached();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/library');
    await expect(root).toHaveAttribute('data-travels', '2');
    await expect(page.getByRole('main').getByRole('link', { name: 'Frogger' })).toBeVisible();
  });
});

interface Shift {
  /** The browser's score: the share of the window that moved, times the distance. */
  readonly score: number;
  readonly moved: string[];
}

/** Returns the layout shifts since the page began to load. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Shift[]>((resolve) => {
        type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
        const seen: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[]) {
            seen.push({ score: value, moved: sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 120)) });
          }
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer delivers its records before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(seen))));
      }),
  );

const steady = [
  'home, signed out',
  'home, signed in',
  'search results',
  'game',
  'vault as cards',
  'vault as a list',
  'profile',
];
for (const { name, signedIn, open } of screens.filter((screen) => steady.includes(screen.name))) {
  test(`${name}: no layout shift while loading`, { tag: '@mobile' }, async ({ page, gamer }) => {
    if (signedIn) await signIn(page, gamer);
    await open(page);
    await untilQuiet(page);
    await expectNoJumps(page);
  });
}

test.describe('on a phone, with every change', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  /** Their late content fits one line on a wide screen and several lines here. */
  const steadyHere = ['security', 'notifications', 'notifications that are unread'];
  for (const { name, signedIn, open } of screens.filter((screen) => steadyHere.includes(screen.name))) {
    test(`${name}: no layout shift while loading`, async ({ page, gamer }) => {
      if (signedIn) await signIn(page, gamer);
      await open(page);
      await untilQuiet(page);
      await expectNoJumps(page);
    });
  }
});

test('ratings that arrive late shift no layout', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await finishTogether(page, judged.late);
  // At this size, the content beside the cover moves below it, within the window.
  await page.setViewportSize({ width: 1100, height: 1800 });
  await page.context().clearCookies();
  await page.route('**/api/users/games/*', async (call) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await call.continue();
  });
  await page.goto(`/game/${judged.late}`);
  await expect(page.getByRole('region', { name: 'Ratings here' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Screenshots' })).toBeVisible();
  await untilQuiet(page);
  await expectNoJumps(page);
});

async function expectNoJumps(page: Page): Promise<void> {
  const seen = await shifts(page);
  expect(
    seen.reduce((sum, { score }) => sum + score, 0),
    JSON.stringify(seen, null, 2),
  ).toBeLessThan(0.02);
}
