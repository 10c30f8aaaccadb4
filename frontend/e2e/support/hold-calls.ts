import type { Page } from '@playwright/test';

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
