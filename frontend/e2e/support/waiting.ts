import type { Page } from '@playwright/test';

/** The single notice for all calls that wait for a restarting or unreachable product. */
export const waitingNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Still trying to reach Nightshelf…' });

/** Waits for the retry notice and cancels it, which makes the page show the error. */
export const giveUp = (page: Page) => waitingNotice(page).locator('..').getByRole('button', { name: 'Cancel' }).click();
