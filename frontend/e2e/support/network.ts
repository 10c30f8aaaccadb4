import { expect, type Page, type Request } from '@playwright/test';

/** Milliseconds without a request in flight after which no more requests are expected. */
const quiet = 500;

const inFlight = new WeakMap<Page, Set<Request>>();

/** The stream of changes stays open while the user is signed in. */
export const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/live';

/** Suppresses notifications of changes. Aborting the stream instead would make the page poll. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/api/live',
    () => {},
  );

/**
 * Delays the live stream until the page has sent a request. The page repeats that request when the stream starts, so
 * without the delay the order of both would be random. Call it before opening the page.
 */
export const streamAfter = (page: Page, hasAsked: () => boolean): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/api/live',
    async (route) => {
      await expect.poll(hasAsked).toBe(true);
      await route.continue();
    },
  );

/** Waits until the stream has started and the page has caught up. Call it before opening the page. */
export async function whenLive(page: Page): Promise<void> {
  await page.waitForResponse((response) => isStream(response.request()));
  await untilQuiet(page);
}

/** Records the page's requests from the start. */
export function watchNetwork(page: Page): void {
  const requests = new Set<Request>();
  inFlight.set(page, requests);
  page.on('request', (request) => {
    if (!isStream(request)) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Waits until the page is idle apart from the stream, for which Playwright's `networkidle` would wait too. */
export async function untilQuiet(page: Page): Promise<void> {
  for (let since = Date.now(); Date.now() - since < quiet; ) {
    if (inFlight.get(page)?.size) since = Date.now();
    await page.waitForTimeout(50);
  }
}

/**
 * Holds the page's calls back in the browser, so that a test can check its loading state without a time limit.
 * @returns releases the held calls, and lets all later ones pass
 */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The single notice for all calls that wait for a restarting or unreachable product. */
export const waitingNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Still trying to reach Nightshelf…' });

/** Waits for the retry notice and cancels it, which makes the page show the error. */
export const giveUp = (page: Page) => waitingNotice(page).locator('..').getByRole('button', { name: 'Cancel' }).click();
