import { expect, type Page } from '@playwright/test';
import { createAccount, type Gamer, signIn } from '../support/accounts.ts';
import { keptOn, waitingLine } from '../support/device.ts';
import { act, addGame, gameOn, rate, savedAs, savedEntries, test as shelfTest } from '../support/shelf.ts';
import { rateOffline, requestsOf, untilKept, untilSent } from './support.ts';

const puts = '**/api/games/library/*';

interface Kept {
  /** The cookies of the worker's gamer. */
  readonly cookies: Gamer['cookies'];
  /** Another user, who is not signed in. */
  readonly other: Gamer;
}

/** Extends the test with the vault open and stored in the browser. */
const test = shelfTest.extend<{ readonly kept: Kept }>({
  kept: async ({ page, request, openVault }, use) => {
    await openVault({ pong: { rating: 5 } }, '?view=list');
    await untilKept(page);
    await use({ cookies: await page.context().cookies(), other: await createAccount(request) });
  },
});

async function expectEmptyVaultOf(page: Page, { username }: Gamer): Promise<void> {
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible();
  expect(await savedEntries(page)).toEqual([]);
}

/** Opens the vault with cookies from an earlier visit. */
async function comeBack(page: Page, { username }: Gamer, cookies: Gamer['cookies']): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies([...cookies]);
  await page.goto('/library?view=list');
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
}

test('any page sends pending changes', async ({ page, context, openVault }) => {
  await openVault({ pong: { rating: 5 }, frogger: {} }, '?view=list');
  await untilKept(page, 2);
  await rateOffline(page, '7');
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  const asked = requestsOf(next, /^\/api\/games\/library(\?|$)/);
  await next.goto('/users');
  await expect.poll(() => savedAs(next, 'pong')).toMatchObject({ rating: 7, version: 2 });
  await untilSent(next);
  expect(asked, 'nothing but the changes since').not.toContain('/api/games/library');
  await expect(next).toHaveURL('/users');
});

test('tabs show pending changes of each other, which outlive their tab', async ({ page, openVault }) => {
  await openVault({ pong: { rating: 5 }, frogger: {} }, '?view=list');
  const second = await page.context().newPage();
  await second.goto('/library?view=list');
  await expect(gameOn(second, 'pong')).toBeVisible();
  // No tab can deliver the change, whichever one sends it.
  for (const tab of [page, second]) await tab.route(puts, () => {});
  await rate(second, 'Pong', '7');
  await expect(gameOn(page, 'pong')).toContainText('7');
  await rate(page, 'Frogger', '3');
  await expect(gameOn(second, 'frogger')).toContainText('3');
  await page.close();
  await second.unroute(puts);
  await expect.poll(() => savedAs(second, 'pong')).toMatchObject({ rating: 7, version: 2 });
  await expect.poll(() => savedAs(second, 'frogger')).toMatchObject({ rating: 3, version: 2 });
});

test('stores an edit once when the browser closes during the request', async ({ page, openVault }) => {
  await openVault({ pong: { rating: 5 } }, '?view=list');
  const arrived = Promise.withResolvers<void>();
  await page.route(puts, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    // The server receives the request, but the browser never gets the response.
    await route.fetch();
    arrived.resolve();
  });
  await rate(page, 'Pong', '7');
  await arrived.promise;
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto('/library?view=list');
  await expect(gameOn(next, 'pong')).toContainText('7');
  await untilSent(next);
  expect(await savedAs(next, 'pong')).toMatchObject({ rating: 7, version: 2 });
  await expect(next.getByRole('alert')).toHaveCount(0);
});

test('asks before signing out with unsent changes, and leaves no data', async ({ page, request }) => {
  const gamer = await createAccount(request);
  await page.context().clearCookies();
  await signIn(page, gamer);
  await addGame(page.request, 'pong', { rating: 5 });
  await page.goto('/library?view=list');
  await page.route(puts, (route) => route.abort());
  await rate(page, 'Pong', '7');
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' });
  const question = page.getByRole('dialog', { name: 'Not everything is sent yet' });

  await signOut.click();
  await expect(question).toContainText('One change is saved only on this device');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();

  await signOut.click();
  await question.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect.poll(() => keptOn(page)).toBeNull();
});

test('keeps unsent changes of an expired session for their user only', async ({ page, gamer, kept }) => {
  const { cookies, other } = kept;
  await rateOffline(page, '7');
  // Close the page first: it would send the change with the current cookie.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, other);
  await page.context().setOffline(false);
  await page.goto('/library?view=list');
  await expectEmptyVaultOf(page, other);

  await comeBack(page, gamer, cookies);
  await expect(gameOn(page, 'pong')).toContainText('7');
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7, version: 2 });
});

test('writes nothing for another user when the cookie changes', async ({ page, gamer, kept }) => {
  const { cookies, other } = kept;
  // The real responses would reveal the changed session. They must not hang either: the page sends nothing during a pull.
  await page.route(/\/api\/games\/library\?since=/, (route) => {
    const version = new URL(route.request().url()).searchParams.get('since');
    return route.fulfill({ json: { success: true, version, whole_needed: false, changed: [], removed: [] } });
  });
  // Sign in past the client, which would notify its other pages and leave a moment without a session.
  await signIn(page, other);
  await rate(page, 'Pong', '7');
  await expectEmptyVaultOf(page, other);

  await page.unroute(/\/api\/games\/library\?since=/);
  await comeBack(page, gamer, cookies);
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7, version: 2 });
});

test('shows nothing of another user when the cookie changes', async ({ page, gamer, kept }) => {
  const { cookies, other } = kept;
  await signIn(page, other);
  // Coming back online makes the page ask for changes.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expectEmptyVaultOf(page, other);

  await comeBack(page, gamer, cookies);
  await expect(gameOn(page, 'pong')).toContainText('5');
});

test('opens the vault in its last view', async ({ page, openVault }) => {
  await openVault({ pong: { rating: 5 }, frogger: {} });
  for (const name of ['Cards', 'List']) await page.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  await page.goto('/library');
  await expect(page.getByRole('table')).toContainText('Pong');
  await expect(page).toHaveURL(/view=list/);
});

for (const [what, years] of [
  ['ahead', 1],
  ['behind', -1],
] as const) {
  test(`loses nothing when a clock a year ${what} is corrected`, async ({ page, context, openVault }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now + years * 365 * 24 * 3600_000);
    await openVault({ pong: { rating: 5 }, frogger: {} }, '?view=list');
    await rate(page, 'Pong', '7');
    await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7, version: 2 });
    await page.reload();
    await expect(gameOn(page, 'pong')).toContainText('7');
    // A sent change counts as waiting until its response arrives.
    await untilSent(page);
    await context.setOffline(true);
    await rate(page, 'Pong', '8');
    await act(page, 'Remove', 'Frogger');
    await expect(waitingLine(page, 2)).toBeVisible();
    await page.clock.setFixedTime(now);
    await rate(page, 'Pong', '9');
    await expect(gameOn(page, 'pong')).toContainText('9');
    await context.setOffline(false);
    await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 9 });
    await expect.poll(async () => (await savedEntries(page)).length).toBe(1);
    await untilSent(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('works without storage, and warns about unsent changes', async ({ page, context, openVault }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Refused', 'SecurityError');
    };
  });
  await openVault({ pong: { rating: 5 } }, '?view=list');
  await rate(page, 'Pong', '7');
  await expect(gameOn(page, 'pong')).toContainText('7');
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 7 });
  // The removal's notice waits for the server's response, so the next edit waits alone.
  await act(page, 'Remove', 'Pong');
  const removed = page.getByText('Removed Pong from your vault.');
  await removed.locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(gameOn(page, 'pong')).toContainText('7');
  await context.setOffline(true);
  await rate(page, 'Pong', '8');
  await expect(waitingLine(page, 1)).toContainText('Leave it open until');
  await expect(page.getByRole('alert')).toContainText('This browser cannot keep your changes');
  await context.setOffline(false);
  await expect.poll(() => savedAs(page, 'pong')).toMatchObject({ rating: 8 });
  await act(page, 'Remove', 'Pong');
  await expect(page.getByText('Removed Pong from your vault.')).toBeVisible();
  await expect.poll(() => savedEntries(page)).toEqual([]);
});
