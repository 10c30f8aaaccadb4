import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { untilQuiet } from '../support/network.ts';
import { finishTogether, judged } from '../support/opinions.ts';
import { becomePhone } from '../support/phone.ts';
import { fillShelf, screens } from '../support/screens.ts';
import { expectUsable, overhang } from '../support/usable.ts';

// Measures colors after transitions end.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { name, signedIn, open, differsByTouch } of screens) {
  const tag = differsByTouch ? '@mobile' : [];
  test(`${name}: accessible in both themes`, { tag }, async ({ page, gamer, isMobile }) => {
    if (signedIn) await signIn(page, gamer);
    await open(page);
    // Late content fades in, and axe would measure a wrong contrast.
    await untilQuiet(page);
    await expectUsable(page, isMobile ? 'phone' : 'desktop', ['dark', 'light']);
    if (isMobile) return;
    // A window of 1440 pixels at 200 % zoom is 720 CSS pixels wide.
    await page.setViewportSize({ width: 720, height: 450 });
    // The layout follows the window with a delay.
    await expect.poll(() => overhang(page), 'sideways scrolling at 200 %').toBe(0);
    if (differsByTouch) return;
    await becomePhone(page);
    // Colors do not depend on the size, so one theme is enough.
    await expectUsable(page, 'phone', ['light']);
  });
}

test('shows no motion when the user prefers none', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await fillShelf(page);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = () =>
    page.evaluate(() => {
      const durations = document.getAnimations().map(({ effect }) => effect?.getComputedTiming().activeDuration);
      return durations.filter((duration) => Number(duration) > 20).length;
    });
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

/** Expects no layout shift since the page began to load. */
async function expectNoJumps(page: Page): Promise<void> {
  const seen = await page.evaluate(async () => {
    type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const found: { score: number; moved: string[] }[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        found.push({ score: value, moved: sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 120)) });
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // The observer delivers its records before the second frame.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return found;
  });
  // The browser's score is the share of the window that moved, times the distance.
  const score = seen.reduce((sum, shift) => sum + shift.score, 0);
  expect(score, JSON.stringify(seen, null, 2)).toBeLessThan(0.02);
}

/** The late content of the last three fits one line on a wide screen and several lines on a phone. */
const steady = [
  'home, signed out',
  'home, signed in',
  'search results',
  'game',
  'vault as cards',
  'vault as a list',
  'profile',
  'security',
  'notifications',
  'notifications that are unread',
];
for (const { name, signedIn, open } of screens.filter((screen) => steady.includes(screen.name))) {
  test(`${name}: no layout shift while loading`, { tag: '@mobile' }, async ({ page, gamer }) => {
    if (signedIn) await signIn(page, gamer);
    await open(page);
    await untilQuiet(page);
    await expectNoJumps(page);
  });
}

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
