import { expect } from '@playwright/test';
import { createAccount, test } from '../support/accounts.ts';
import { submitSignIn } from '../support/gamer.ts';
import { holdCalls } from '../support/network.ts';

test('opens the vault after sign-in when its session had ended', async ({ page, request }) => {
  const { username } = await createAccount(request);
  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto('/');
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  expect((await request.post('/api/auth/logout')).ok()).toBe(true);
  // Ensures that the prefetched response arrives before any code reads it.
  const release = await holdCalls(page, '**/vault-page-*.js');
  await page.goto('/library');
  await expect(page).toHaveURL('/login');
  release();
  await submitSignIn(page, username);
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('No games yet')).toBeVisible();
});
