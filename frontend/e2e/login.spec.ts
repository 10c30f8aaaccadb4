import { expect, type Page } from '@playwright/test';
import { test } from './support/accounts.ts';
import { password, submitSignIn } from './support/gamer.ts';
import { giveUp, holdCalls } from './support/network.ts';

const name = (page: Page) => page.getByLabel('Username or email');
const secret = (page: Page) => page.getByLabel('Password', { exact: true });
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Sign(ing)? in/ });
const endpoint = '**/api/auth/login';

// Specification 2 Routes and guard: /login: open, sign in
// Specification 2 Routes and guard: /forgot-password is linked from the sign-in screen
// Specification 2 Login: Fields: username or email, and password; links to /register and /forgot-password
// Specification 2 Login: Button 'Sign in', or 'Signing in...' while busy (button disabled, spinner)
// Specification 4 States: Login: idle, submitting, then success ... or error
// Specification 5 Login: username_or_email 'Username or email is required'; password 'Password is required'
// Specification 5 Login: 'Must be at least 3 characters'; 'Password must be at least 8 characters'
// Specification 8 Errors: Login: unsuccessful response shows the server message
// Specification 8 Errors: Login: unsuccessful response shows the server message ... or 'Login failed'
// Specification 8 Errors: Login: an exception shows the server message ... or 'Login failed. Please check your
//   credentials.'
test('fields, links, rules, busy button and messages', async ({ page, gamer }) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(secret(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('main').locator('a[href="/forgot-password"]')).toBeVisible();

  await test.step('requires both fields and their minimum lengths', async () => {
    await submit(page).click();
    await expect(name(page)).toHaveAccessibleDescription('Username or email is required');
    await expect(secret(page)).toHaveAccessibleDescription('Password is required');
    await submitSignIn(page, 'ab', '1234567');
    await expect(name(page)).toHaveAccessibleDescription('Must be at least 3 characters');
    await expect(secret(page)).toHaveAccessibleDescription('Password must be at least 8 characters');
    await name(page).fill(gamer.username);
    await secret(page).fill('Wrong#Password1');
    await expect(name(page)).toHaveAccessibleDescription('');
    await expect(secret(page)).toHaveAccessibleDescription('');
  });

  await test.step("'Signing in...' while busy, then the server message", async () => {
    const release = await holdCalls(page, endpoint);
    const answered = page.waitForResponse(endpoint);
    await expect(submit(page)).toHaveText('Sign in');
    await submit(page).click();
    await expect(submit(page)).toHaveText('Signing in...');
    await expect(submit(page)).toBeDisabled();
    await expect(submit(page).locator('svg')).toHaveCSS('animation-name', 'spin');
    release();
    const answer = await answered;
    const { success, message } = await answer.json();
    expect(answer.request().postDataJSON()).toEqual({
      username_or_email: gamer.username,
      password: 'Wrong#Password1',
    });
    expect(success).toBe(false);
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(submit(page)).toHaveText('Sign in');
    await expect(submit(page)).toBeEnabled();
    await expect(page).toHaveURL('/login');
    await page.unroute(endpoint);
  });

  await test.step('without a server message', async () => {
    // Simulates an error of a proxy between browser and product.
    await page.route(endpoint, (route) => route.fulfill({ status: 403, body: 'Forbidden' }));
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed');
    await page.unroute(endpoint);
    await page.route(endpoint, (route) => route.abort());
    await submit(page).click();
    await giveUp(page);
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  });

  await page.getByRole('main').locator('a[href="/register"]').click();
  await expect(page).toHaveURL('/register');
});

// Specification 2 Login: Success: the user is stored and the product goes to /
// Specification 4 States: Logging in sets the user
// Specification 4 States: Login: idle, submitting, then success
test('stores the user and opens / after sign-in', { tag: '@mobile' }, async ({ page, gamer }) => {
  await page.goto('/login');
  await submitSignIn(page, gamer.email, password);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});
