import type { Page } from '@playwright/test';

/**
 * Keeps calls of the page from leaving the browser, so that what it shows meanwhile can be looked at for as long as it takes.
 * @returns what lets them go on, and all later ones
 */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
