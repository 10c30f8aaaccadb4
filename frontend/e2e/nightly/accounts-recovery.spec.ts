import { expect } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { someName } from '../support/gamer.ts';
import { giveUp } from '../support/network.ts';

const sent = 'If the account exists and has an email address, we sent a reset link. It is valid for 30 minutes.';

test('returns the same response for unknown accounts', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Username or email').fill(someName('unknown'));
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(sent)).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('Username or email')).toHaveValue('');
});

test('reports an incomplete link', async ({ page }) => {
  await page.goto('/reset-password#token=abc');
  await expect(
    page.getByText('The link is incomplete. Open it from your email again, or request a new one.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
});

test('keeps the typed name when the link cannot be requested', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await page.goto('/forgot-password');
  await page.route('**/api/auth/forgot-password', (route) => route.abort());
  await page.getByLabel('Username or email').fill(gamer.username);
  await page.getByRole('button', { name: 'Send link' }).click();
  await giveUp(page);
  await expect(page.getByText('Couldn’t request the link. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue(gamer.username);
});
