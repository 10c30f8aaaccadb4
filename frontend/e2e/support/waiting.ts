import type { Page } from '@playwright/test';

/** The one notice for all calls that wait for a product that is not reached, or restarts. */
export const waitingNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Still trying to reach Nightshelf…' });

/** Waits until the page says that it is still trying, and has it stop: what has failed is told then. */
export const giveUp = (page: Page) => waitingNotice(page).locator('..').getByRole('button', { name: 'Cancel' }).click();
