import { expect, type Page } from '@playwright/test';
import { beginLink, createAccount, test } from '../support/accounts.ts';
import {
  fillNewPassword,
  fillRegistration,
  newPassword,
  password,
  register,
  someName,
  submitSignIn,
} from '../support/gamer.ts';
import { linkFor } from '../support/mail.ts';
import { panelOf } from '../support/screen.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Your email address' });
const panel = (page: Page) => panelOf(page, 'Email address');

test('registers first, and confirms the address by email later', { tag: '@mobile' }, async ({ page, otherBrowser }) => {
  const username = someName('nora');
  const email = `${username}@example.org`;
  await register(page, username);
  await expect(banner(page)).toContainText('Please confirm your email address');
  await banner(page).getByRole('button', { name: 'Send the mail again' }).click();
  await expect(banner(page)).toContainText('We sent the email.');
  await page.goto('/profile/security');
  await expect(panel(page).getByText('Not confirmed yet')).toBeVisible();
  const link = await linkFor(email, 'verify-email');

  await test.step('in another browser it asks to sign in first, and then confirms', async () => {
    const elsewhere = await otherBrowser();
    await elsewhere.goto(link);
    await expect(elsewhere).toHaveURL('/login');
    await submitSignIn(elsewhere, username);
    await expect(elsewhere.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    await expect(elsewhere).toHaveURL('/verify-email');
    await expect(elsewhere.getByText(`We’ll send email to ${email}.`)).toBeVisible();
    await expect(banner(elsewhere)).toHaveCount(0);
  });

  await test.step('a second click shows the same message and no banner', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign-in and security' }).click();
    await expect(panel(page).getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });

  await test.step('the link confirms nothing in another user’s browser', async () => {
    const other = await otherBrowser();
    await createAccount(other.request);
    await other.goto(link);
    await expect(other.getByText('This link is for another account.')).toBeVisible();
  });
});

test('gives an unconfirmed account to the owner of its address', async ({ page, otherBrowser }) => {
  const attacker = await otherBrowser();
  const { username, email } = await createAccount(attacker.request);
  await attacker.goto('/profile/security');
  await beginLink(attacker);
  await attacker.getByRole('button', { name: 'Mia Lund' }).click();
  await expect(attacker.getByText('Demo ID is linked.')).toBeVisible();

  await fillRegistration(page, someName('owner'), email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Email is already registered')).toBeVisible();

  await page.goto(await linkFor(email, 'reset-password'));
  await expect(page.getByText(`The account ${username} uses your address, but it was never confirmed`)).toBeVisible();
  await fillNewPassword(page);
  await page.getByRole('button', { name: 'Set password' }).click();
  await submitSignIn(page, email, newPassword);
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  await page.goto('/profile/security');
  await expect(page.getByText('No linked accounts.')).toBeVisible();

  await attacker.reload();
  await expect(attacker).toHaveURL('/login');
  await attacker.getByRole('button', { name: 'Continue with Demo ID' }).click();
  const chosen = attacker.getByRole('button', { name: 'Mia Lund' });
  const asked = attacker.getByRole('heading', { name: 'Choose a username' });
  await expect(chosen.or(asked)).toBeVisible();
  if (await chosen.isVisible()) await chosen.click();
  await expect(asked).toBeVisible();
});

test('changes the address, and reverts it from the old one', { tag: '@mobile' }, async ({ page, otherBrowser }) => {
  const gamer = await createAccount(page.request);
  await page.goto(await linkFor(gamer.email, 'verify-email'));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  const next = `${someName('next')}@example.org`;

  await page.goto('/profile/security');
  await panel(page).getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  await dialog.getByLabel('New email address').fill('nonsense');
  await dialog.getByLabel('Current password', { exact: true }).fill('Wrong#Password1');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Invalid email address')).toBeVisible();
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Current password is wrong')).toBeVisible();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel(page).getByText(`Open the link we sent to ${next} to confirm it.`)).toBeVisible();
  await expect(panel(page).getByText(gamer.email)).toBeVisible();

  await page.goto(await linkFor(next, 'verify-email'));
  await expect(page.getByText(`We’ll send email to ${next}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await expect(panel(page).getByText(next)).toBeVisible();

  const owner = await otherBrowser();
  await owner.goto(await linkFor(gamer.email, 'undo-email-change'));
  await owner.getByRole('button', { name: 'Keep this address' }).click();
  await expect(owner.getByRole('heading', { name: 'You kept your address' })).toBeVisible();
  await expect(owner.getByText(gamer.email)).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/login');
  const again = await otherBrowser(gamer);
  await again.goto('/profile/security');
  await expect(panel(again).getByText(gamer.email)).toBeVisible();
});
