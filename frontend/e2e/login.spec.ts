import { expect, type Page } from '@playwright/test';
import { createAccount, test } from './support/accounts.ts';
import { password } from './support/gamer.ts';
import { holdCalls } from './support/hold-calls.ts';
import { giveUp } from './support/waiting.ts';

const name = (page: Page) => page.getByLabel('Username or email');
const secret = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Sign(ing)? in/ });
const endpoint = '**/api/auth/login';

async function fillIn(page: Page, username: string, pass = password): Promise<void> {
  await page.goto('/login');
  await name(page).fill(username);
  await secret(page).fill(pass);
}

// Specification 2 Routes and guard: /forgot-password is linked from the sign-in screen
// Specification 2 Login: Fields: username or email, and password; links to /register and /forgot-password
test('fields, and links to /register and /forgot-password', async ({ page }) => {
  await page.goto('/login');
  await expect(name(page)).toBeVisible();
  await expect(secret(page)).toHaveAttribute('type', 'password');
  const main = page.getByRole('main');
  await expect(main.locator('a[href="/forgot-password"]')).toBeVisible();
  await main.locator('a[href="/register"]').click();
  await expect(page).toHaveURL('/register');
});

// Specification 2 Login: Button 'Sign in', or 'Signing in...' while busy (button disabled, spinner)
// Specification 4 States: Login: idle, submitting, then success ... or error
test("button 'Sign in', or 'Signing in...' while busy", async ({ page }) => {
  const release = await holdCalls(page, endpoint);
  await fillIn(page, 'unknown_user');
  await expect(submit(page)).toHaveText('Sign in');
  await submit(page).click();
  await expect(submit(page)).toHaveText('Signing in...');
  await expect(submit(page)).toBeDisabled();
  await expect(submit(page).locator('svg')).toHaveCSS('animation-name', 'spin');
  release();
  await expect(submit(page)).toHaveText('Sign in');
  await expect(submit(page)).toBeEnabled();
});

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
  await name(page).fill(username);
  await secret(page).fill(password);
  await submit(page).click();
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('No games yet')).toBeVisible();
});

// Specification 2 Login: Success: the user is stored and the product goes to /
// Specification 4 States: Logging in sets the user
// Specification 4 States: Login: idle, submitting, then success
test('success: the user is stored and the product goes to /', { tag: '@mobile' }, async ({ page, gamer }) => {
  await fillIn(page, gamer.email);
  await submit(page).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('sends username_or_email and password', async ({ page }) => {
  await fillIn(page, 'unknown_user');
  const sent = page.waitForRequest(endpoint);
  await submit(page).click();
  expect((await sent).postDataJSON()).toEqual({ username_or_email: 'unknown_user', password });
});

// Specification 5 Login: username_or_email 'Username or email is required'; password 'Password is required'
test('username or email and password are required', async ({ page }) => {
  await page.goto('/login');
  await submit(page).click();
  await expect(name(page)).toHaveAccessibleDescription('Username or email is required');
  await expect(secret(page)).toHaveAccessibleDescription('Password is required');
});

// Specification 5 Login: 'Must be at least 3 characters'; 'Password must be at least 8 characters'
test('minimum lengths of username and password', async ({ page }) => {
  await fillIn(page, 'ab', '1234567');
  await submit(page).click();
  await expect(name(page)).toHaveAccessibleDescription('Must be at least 3 characters');
  await expect(secret(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
  await name(page).fill('abc');
  await secret(page).fill('12345678');
  await expect(name(page)).toHaveAccessibleDescription('');
  await expect(secret(page)).toHaveAccessibleDescription('');
});

// Specification 8 Errors: Login: unsuccessful response shows the server message
test('login: an unsuccessful response shows the server message', async ({ page, gamer }) => {
  await fillIn(page, gamer.username, 'Wrong#Password1');
  const answered = page.waitForResponse(endpoint);
  await submit(page).click();
  const { success, message } = await (await answered).json();
  expect(success).toBe(false);
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page).toHaveURL('/login');
});

// Specification 8 Errors: Login: unsuccessful response shows the server message ... or 'Login failed'
test("login: 'Login failed' without a server message", async ({ page }) => {
  // Simulates an error of a proxy between browser and product.
  await page.route(endpoint, (route) => route.fulfill({ status: 403, body: 'Forbidden' }));
  await fillIn(page, 'unknown_user');
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('Login failed');
});

// Specification 8 Errors: Login: an exception shows the server message
test('login: an exception shows the server message', { tag: '@faults' }, async ({ page, gamer, processes }) => {
  await fillIn(page, gamer.username);
  await processes.stop('auth');
  await submit(page).click();
  await giveUp(page);
  await expect(page.getByRole('alert')).toHaveText('This part of Nightshelf is restarting. Please try again.');
});

// Specification 8 Errors: Login: an exception shows the server message ... or 'Login failed. Please check your
//   credentials.'
test("login: 'Login failed. Please check your credentials.'", async ({ page }) => {
  await page.route(endpoint, (route) => route.abort());
  await fillIn(page, 'unknown_user');
  await submit(page).click();
  await giveUp(page);
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
});
