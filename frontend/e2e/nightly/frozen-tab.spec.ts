import { expect, type Page, type Route } from '@playwright/test';
import { openTen, savedEntries, shelfOf, test } from '../support/shelf.ts';
import { changeSelected, selectAll, untilSent } from './support.ts';

const puts = '**/api/games/library/*';

const stored = async (page: Page, field: 'status' | 'rating' | 'version'): Promise<unknown[]> =>
  (await savedEntries(page)).map((entry: Readonly<Record<string, unknown>>) => entry[field]);

async function changeAll(page: Page, status: string): Promise<void> {
  await selectAll(page);
  await changeSelected(page, status);
}

/** Blocks the page's main thread. @returns resumes it */
async function hang(page: Page): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<Route>();
  await page.route('**/hang', (route) => asked.resolve(route));
  const isOver = page.evaluate(() => {
    const request = new XMLHttpRequest();
    request.open('GET', '/hang', false);
    request.send();
  });
  const route = await asked.promise;
  return async () => {
    await route.fulfill({ body: '' });
    await isOver;
  };
}

/** Makes the browser freeze the page, like a tab in the background. @returns resumes it */
async function freeze(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return () => session.send('Page.setWebLifecycleState', { state: 'active' });
}

test('a hung or frozen tab blocks no other tab, and repeats no change', async ({ page }) => {
  await openTen(page, '?view=list');
  const second = await page.context().newPage();
  await second.goto('/library?view=list');
  await expect(second.getByText('10 of 10 games')).toBeVisible();

  // Both tabs change the same ten games; the first hangs with some changes in flight.
  const held: Route[] = [];
  await page.route(puts, (route) => (route.request().method() === 'PUT' ? void held.push(route) : route.fallback()));
  await changeAll(page, 'Completed');
  // The client repeats a request that hangs.
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(3);
  const goOn = await hang(page);
  await changeAll(second, 'Dropped');
  await expect.poll(() => stored(second, 'status'), { timeout: 30_000 }).toEqual(Array(10).fill('dropped'));
  await untilSent(second);
  for (const route of held) await route.fallback();
  await page.unroute(puts);
  await goOn();
  await expect(page.getByRole('main').locator('[data-status="dropped"]')).toHaveCount(10);

  // The second tab is the leader now, and gets frozen.
  const thaw = await freeze(second);
  const game = page.getByRole('main').getByRole('row', { name: 'Ten 10' });
  await game.getByRole('button', { name: /^Rating of/ }).click();
  await page.getByRole('menuitemradio', { name: '7 of 10' }).click();
  await expect.poll(async () => (await stored(page, 'rating')).filter((rating) => rating === 7)).toHaveLength(1);
  await thaw();
  for (const tab of [page, second]) {
    await expect(
      shelfOf(tab)
        .filter({ hasText: 'Ten 10' })
        .getByRole('button', { name: /: 7 of 10$/ }),
    ).toBeVisible();
    await expect(tab.getByRole('main').locator('[data-status="dropped"]')).toHaveCount(10);
    await expect(tab.getByRole('alert')).toHaveCount(0);
  }
  expect((await stored(page, 'version')).sort(), 'each change was done once').toEqual([...Array(9).fill(3), 4]);
  await untilSent(page);
});
