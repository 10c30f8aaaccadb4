import { expect } from '@playwright/test';
import { createAccount, test } from './support/accounts.ts';
import { newPassword, submitSignIn } from './support/gamer.ts';
import { resetLinkFor } from './support/mail.ts';

const sent = 'If the account exists and has an email address, we sent a reset link. It is valid for 30 minutes.';

test('resets a password by email, once, and signs out everywhere', {
  tag: '@mobile',
}, async ({ page, request, otherBrowser }) => {
  const gamer = await createAccount(request);
  const elsewhere = await otherBrowser(gamer);
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByText(gamer.email)).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Username or email is required')).toBeVisible();
  await page.getByLabel('Username or email').fill(gamer.username.toUpperCase());
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByText(sent)).toBeVisible();

  const link = await resetLinkFor(gamer.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL('/reset-password');

  const next = page.getByLabel('New password', { exact: true });
  await next.fill('difference#2');
  const rules = page.getByRole('list', { name: 'A password needs' });
  await expect(rules.getByText('uppercase')).toHaveAttribute('data-met', 'false');
  await next.fill(newPassword);
  await expect(rules.getByText('uppercase')).toHaveAttribute('data-met', 'true');
  await page.getByLabel('Confirm new password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Passwords must match')).toBeVisible();
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible();

  await submitSignIn(page, gamer.email, newPassword);
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();

  await elsewhere.getByRole('link', { name: 'Sign-in and security' }).click();
  await expect(elsewhere).toHaveURL('/login');

  await page.goto(link);
  await expect(page.getByText('This link is no longer valid. Please request a new one.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
});
