import { expect } from '@playwright/test';
import { signIn, test } from './support/accounts.ts';
import { submitSignIn } from './support/gamer.ts';
import { holdCalls } from './support/network.ts';

// Specification 2 Routes and guard: /library: guarded, the vault
// Specification 2 Routes and guard: /users: guarded, find users
// Specification 2 Routes and guard: /profile: guarded, own profile
// Specification 2 Routes and guard: /users/{userId}: guarded, another user's page
// Specification 2 Routes and guard: Guard: sent to /login, with the attempted location passed as the origin
// Specification 2 Routes and guard: Guard: back to that location after sign-in
// Specification 2 Vault: Unauthenticated visitor: the guard
// Specification 2 Profile: Unauthenticated visitor: the guard
// Specification 2 Find Users: Unauthenticated visitor: the guard
// Specification 2 User profile: Unauthenticated visitor: the guard
test('guarded routes lead to the login page, and back after sign-in', async ({ page, gamer }) => {
  for (const route of ['/library', '/users', `/users/${gamer.id}`, '/profile']) {
    await page.goto(`${route}?kept=1#part`);
    await expect(page).toHaveURL('/login');
    const state = await page.evaluate(() => window.history.state.usr);
    expect(state.from, route).toMatchObject({ pathname: route, search: '?kept=1', hash: '#part' });
  }
  await submitSignIn(page, gamer.username);
  await expect(page).toHaveURL('/profile?kept=1#part');
  await expect(page.getByText(gamer.email)).toBeVisible();
});

// Specification 4 States: Auth: unknown (loading), then user present
// Specification 2 Routes and guard: While authentication is being verified, a spinner with 'Loading...'
// Specification 2 Routes and guard: Unknown route: a Not Found page
test("a spinner with 'Loading...' during verification; an unknown route", async ({ page, gamer }) => {
  await signIn(page, gamer);
  const answer = await holdCalls(page, '**/api/auth/verify-token');
  await page.goto('/library');
  const spinner = page.getByRole('main').getByRole('status');
  await expect(spinner).toHaveText('Loading...');
  await expect(spinner.locator('svg')).toHaveCSS('animation-name', 'spin');
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('Welcome')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  answer();
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Game Vault' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);

  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL('/');
});
