import { expect, type Page, type Request } from '@playwright/test';

/** Milliseconds without a request on its way after which nothing more is to be expected. */
const quiet = 500;

const onTheirWay = new WeakMap<Page, Set<Request>>();

/** The stream of changes stays open for as long as somebody is signed in. */
export const isStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/live';

/** Keeps a page from being told of what changes elsewhere. A stream that is refused would soon be made up for by asking. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/api/live',
    () => {},
  );

/**
 * Keeps the stream of changes back until the page has asked for something: when the stream begins, it asks for that once more. Else it is by
 * chance which comes first. Called before the page is opened.
 */
export const streamAfter = (page: Page, hasAsked: () => boolean): Promise<unknown> =>
  page.route(
    (url) => url.pathname === '/api/live',
    async (route) => {
      await expect.poll(hasAsked).toBe(true);
      await route.continue();
    },
  );

/** Waits until the page is told of changes, and has asked for those since it began. Called before the page is opened. */
export async function whenTold(page: Page): Promise<void> {
  await page.waitForResponse((response) => isStream(response.request()));
  await untilQuiet(page);
}

/** Notes what a page asks for, from its beginning. */
export function watchNetwork(page: Page): void {
  const requests = new Set<Request>();
  onTheirWay.set(page, requests);
  page.on('request', (request) => {
    if (!isStream(request)) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Waits until the page has asked for nothing for a while, but to be told of changes: Playwright's `networkidle` would wait for that too. */
export async function untilQuiet(page: Page): Promise<void> {
  for (let since = Date.now(); Date.now() - since < quiet; ) {
    if (onTheirWay.get(page)?.size) since = Date.now();
    await page.waitForTimeout(50);
  }
}
