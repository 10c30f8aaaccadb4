import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, request as playwrightRequest } from '@playwright/test';

export const password = 'Analytical#1';

export const someName = (prefix: string) => `${prefix}_${randomUUID().slice(0, 8)}`;

/** Opens a session of API calls apart from the page's. */
export const otherSession = (userAgent?: string) =>
  playwrightRequest.newContext({ baseURL: process.env.BASE_URL ?? 'http://localhost:8080', userAgent });

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, name: string, secret = password): Promise<void> {
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export const newPassword = 'Difference#2';

/** Fills in both fields of a new password, and the current one if it is given. */
export async function fillNewPassword(form: Page | Locator, current?: string): Promise<void> {
  if (current !== undefined) await form.getByLabel('Current password', { exact: true }).fill(current);
  await form.getByLabel('New password', { exact: true }).fill(newPassword);
  await form.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
}

/** Fills in the registration form as a new visitor. */
export async function fillRegistration(page: Page, username: string, email = `${username}@example.org`): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  // The server rejects a form sent within a second of loading, as a bot's.
  await page.waitForTimeout(1100);
}

export async function register(page: Page, username: string): Promise<void> {
  await fillRegistration(page, username);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
}

/** Searches through the box in the top bar and waits for both the stored games and the provider's. */
export async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: 'Search games' });
  await box.fill(`  ${text} `);
  await box.press('Enter');
  await expect(page).toHaveURL(`/search?q=${encodeURIComponent(text).replaceAll('%20', '+')}`);
  await expect(box).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
}

/** Searches for users on the Users page. */
export async function searchUsers(page: Page, username: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Username' }).fill(username);
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
}

export const goTo = (page: Page, place: 'Home' | 'Vault' | 'Users' | 'Profile') =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
