import { expect } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { securedGamer } from './factors.ts';
import { someName, submitSignIn } from './gamer.ts';
import { heading, panelOf, type Screen, screen, signedIn } from './screen.ts';

export const securityScreens: readonly Screen[] = [
  signedIn('security', async (page) => {
    await page.goto('/profile/security');
    const activity = panelOf(page, 'Recent activity');
    await expect(activity.getByRole('listitem').first()).toBeVisible();
  }),
  screen('security with every method', async (page) => {
    await securedGamer(page);
    await page.goto('/profile/security');
    await expect(page.getByText('You have 10 codes left.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Revoke Nightly backup' })).toBeVisible();
    await expect(page.getByText('Chrome on Android', { exact: true })).toBeVisible();
  }),
  screen('security with the key for an app', async (page) => {
    await createAccount(page.request, someName('careful'));
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Add an app' }).click();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  }),
  screen('security with new recovery codes', async (page) => {
    await securedGamer(page);
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
    await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  }),
  signedIn('security, asked to confirm', async (page) => {
    const methods = ['passkey', 'totp', 'recovery_code'];
    const json = { success: false, message: '', code: 'auth.step_up_required', methods, request_id: 'x' };
    await page.route('**/api/auth/totp', (call) => call.fulfill({ status: 403, json }));
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Add an app' }).click();
    await expect(page.getByRole('dialog', { name: 'Please confirm that it is you' })).toBeVisible();
  }),
  screen('security with a new API token', async (page) => {
    // Only a user who signed in within ten minutes can create one without confirming.
    await createAccount(page.request, someName('careful'));
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly backup');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('You won’t see it again.')).toBeVisible();
  }),
  screen('login with its second step', async (page) => {
    const gamer = await securedGamer(page);
    await page.context().clearCookies();
    await page.goto('/login');
    await submitSignIn(page, gamer.username);
    await heading(page, 'One more step');
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  }),
];
