import { expect, type Page } from '@playwright/test';
import { beginLink, createAccount, signIn, test } from '../support/accounts.ts';
import { fillNewPassword, newPassword, password, someName, submitSignIn } from '../support/gamer.ts';
import { resetLinkFor } from '../support/mail.ts';
import { panelOf } from '../support/screen.ts';

const signInWith = (page: Page) => page.getByRole('button', { name: 'Continue with Demo ID' }).click();
const linkedAccounts = (page: Page) => panelOf(page, 'Linked accounts');

/** Chooses a user on the provider's page. */
const be = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('registers through a provider, returns through it, and sets a password', async ({ page }) => {
  const username = someName('ada');

  await test.step('the first sign-in asks for a username and leads to where it began', async () => {
    await page.goto('/library');
    await expect(page).toHaveURL('/login');
    await signInWith(page);
    await be(page, 'Ada Brook');
    await expect(page.getByRole('heading', { name: 'Choose a username' })).toBeVisible();
    const field = page.getByLabel('Username');
    await expect(field).not.toHaveValue('');
    await field.fill('a b');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Username can only contain letters, numbers, and underscores')).toBeVisible();
    await field.fill(username);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/library');
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  });

  await test.step('signing out leads to the provider and home again', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('button', { name: 'Yes, sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  await test.step('the second sign-in asks nothing', async () => {
    await page.goto('/register');
    await signInWith(page);
    await be(page, 'Ada Brook');
    await expect(page).toHaveURL('/');
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  });

  await test.step('the only sign-in method cannot be unlinked until a password is set by email', async () => {
    await page.goto('/profile/security');
    await expect(linkedAccounts(page).getByRole('button', { name: 'Unlink Demo ID' })).toBeDisabled();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await expect(page.getByText(/We sent a link to set a password to ada@demo\.example/)).toBeVisible();
    await page.goto(await resetLinkFor('ada@demo.example'));
    await fillNewPassword(page);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page).toHaveURL('/login');
    await submitSignIn(page, username, newPassword);
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
    await page.goto('/profile/security');
    await linkedAccounts(page).getByRole('button', { name: 'Unlink Demo ID' }).click();
    await expect(page.getByText('Demo ID is no longer linked.')).toBeVisible();
    await expect(linkedAccounts(page).getByRole('button', { name: 'Link Demo ID' })).toBeVisible();
  });
});

test('links an account to one user only, and unlinks it when the password changes', async ({ page, otherBrowser }) => {
  await createAccount(page.request);
  await page.goto('/profile/security');
  await beginLink(page);
  await be(page, 'Bob Ferris');
  await expect(page.getByText('Demo ID is linked. You can sign in with it from now on.')).toBeVisible();
  await expect(page).toHaveURL('/profile/security');
  await expect(linkedAccounts(page).getByText('bob@demo.example')).toBeVisible();

  const other = await otherBrowser();
  await createAccount(other.request);
  await other.goto('/profile/security');
  await beginLink(other);
  await be(other, 'Bob Ferris');
  await expect(other.getByRole('alert')).toHaveText('That account is already linked to another user.');

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await fillNewPassword(dialog, password);
  await dialog.getByLabel('Unlink Demo ID (bob@demo.example)').check();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(linkedAccounts(page).getByText('No linked accounts.')).toBeVisible();
  await page.reload();
  await expect(linkedAccounts(page).getByRole('button', { name: 'Link Demo ID' })).toBeVisible();
});

test('reports what was cancelled or refused, and lets the user try again', async ({ page, gamer }) => {
  await test.step('a sign-in', async () => {
    await page.goto('/login');
    await signInWith(page);
    await be(page, 'Cancel');
    await expect(page.getByText('Sign-in was canceled.')).toBeVisible();
    await submitSignIn(page, gamer.username, 'Wrong#Password1');
    await expect(page.getByText('Invalid username or password.')).toBeVisible();
    await expect(page.getByText('Sign-in was canceled.')).toHaveCount(0);
  });

  await test.step('a failed sign-in', async () => {
    for (const [code, message] of Object.entries({
      expired: 'That sign-in took too long or was already used. Please try again.',
      failed: 'Sign-in with the provider failed. Please try again.',
      unavailable: 'Couldn’t reach the provider. Please try again.',
      already_linked: 'That account is already linked to another user.',
      inactive: 'This account is not active.',
    })) {
      await page.goto(`/login?refused=${code}`);
      await expect(page.getByRole('alert').getByText(message)).toBeVisible();
    }
  });

  await test.step('Back from the provider', async () => {
    await page.goto('/login');
    await signInWith(page);
    await expect(page.getByRole('button', { name: 'Ada Brook' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Continue with Demo ID' })).toBeEnabled();
  });

  await test.step('a username without a pending sign-in', async () => {
    await page.goto('/choose-username');
    await expect(page.getByText('This sign-in has expired', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/login');
  });

  await test.step('linking', async () => {
    await signIn(page, gamer);
    await page.goto('/profile/security');
    await beginLink(page);
    await be(page, 'Cancel');
    await expect(page.getByRole('alert')).toHaveText('Linking was canceled.');
    await expect(page).toHaveURL('/profile/security');
  });
});
