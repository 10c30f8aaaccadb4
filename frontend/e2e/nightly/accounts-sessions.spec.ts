import { expect, type Page } from '@playwright/test';
import { createAccount, test } from '../support/accounts.ts';
import { fillNewPassword, goTo, newPassword, password, submitSignIn } from '../support/gamer.ts';
import { giveUp, holdCalls } from '../support/network.ts';
import { panelOf } from '../support/screen.ts';

const sessionsOf = (page: Page) => panelOf(page, 'Active sessions');
const activityOf = (page: Page) => panelOf(page, 'Recent activity');

test('ends one session, or all others after a question', { tag: '@mobile' }, async ({ page, otherBrowser }) => {
  const gamer = await createAccount(page.request);
  const elsewhere = await otherBrowser(gamer);
  await elsewhere.goto('/library');
  await expect(elsewhere.getByText('No games yet')).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  const sessions = sessionsOf(page);
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const here = sessions.getByRole('listitem').filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here.getByRole('button')).toHaveCount(0);

  await sessions.getByRole('button', { name: /^End the session on/ }).click();
  await expect(sessions.getByText('No other sessions.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(activityOf(page).getByText(/^Ended the session on/)).toBeVisible();
  await expect(activityOf(page).getByText('Account created')).toBeVisible();

  await goTo(elsewhere, 'Profile');
  await expect(elsewhere).toHaveURL('/login');
  await expect(elsewhere.getByText(`Welcome, ${gamer.username}`)).toHaveCount(0);

  const third = await otherBrowser(gamer);
  await third.goto('/users');
  await expect(third.getByRole('searchbox', { name: 'Username' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('This ends 1 other session. You stay signed in here.')).toBeVisible();
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('1 other session ended.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await third.reload();
  await expect(third).toHaveURL('/login');
});

test('changes the password, and signs out other browsers', { tag: '@mobile' }, async ({ page, otherBrowser }) => {
  const gamer = await createAccount(page.request);
  const elsewhere = await otherBrowser(gamer);
  await elsewhere.goto('/profile');
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog');
  const submit = form.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect(form.getByText('Current password is required')).toBeVisible();
  await fillNewPassword(form, 'Wrong#Password1');
  await submit.click();
  await expect(form.getByText('Current password is wrong')).toBeVisible();
  await form.getByLabel('Current password', { exact: true }).fill(password);
  await submit.click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Your password is changed. You are signed out everywhere else.')).toBeVisible();
  await expect(sessionsOf(page).getByRole('listitem')).toHaveCount(1);
  await expect(activityOf(page).getByText('Changed the password')).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login');
  await submitSignIn(elsewhere, gamer.username);
  await expect(elsewhere.getByText('Invalid username or password.')).toBeVisible();
  await submitSignIn(elsewhere, gamer.username, newPassword);
  await expect(elsewhere.getByText(`Welcome, ${gamer.username}`)).toBeVisible();

  await page.reload();
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
});

test('lists failed sign-ins, and older activity on demand', async ({ page, playwright, baseURL }) => {
  const gamer = await createAccount(page.request);
  for (let visit = 0; visit < 10; visit++) {
    const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    const data = { username_or_email: gamer.username, password: visit === 9 ? 'Wrong#Password1' : password };
    await request.post('/api/auth/login', { data });
    await request.dispose();
  }
  await page.goto('/profile/security');
  const lines = activityOf(page).getByRole('listitem');
  await expect(lines).toHaveCount(10);
  await expect(lines.getByText('Failed sign-in')).toBeVisible();
  await activityOf(page).getByRole('button', { name: 'Show more' }).click();
  await expect(lines.getByText('Account created')).toBeVisible();
  await expect(activityOf(page).getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(sessionsOf(page).getByRole('listitem')).toHaveCount(5);
  await sessionsOf(page).getByRole('button', { name: 'Show all 10' }).click();
  await expect(sessionsOf(page).getByRole('listitem')).toHaveCount(10);
});

test('offers a retry when the page cannot be loaded', async ({ page }) => {
  // A new account, because those that other tests sign in to have a long history.
  await createAccount(page.request);
  for (const call of ['sessions', 'activity', 'sign-in-methods']) {
    await page.route(`**/api/auth/${call}**`, (route) => route.abort());
  }
  await page.goto('/profile/security');
  await giveUp(page);
  await expect(page.getByText('Couldn’t load your sessions.')).toBeVisible();
  await expect(page.getByText('Couldn’t load your recent activity.')).toBeVisible();
  await page.unrouteAll();
  await sessionsOf(page).getByRole('button', { name: 'Try again' }).click();
  await activityOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(sessionsOf(page).getByText('This device')).toBeVisible();
  await expect(activityOf(page).getByText('Account created')).toBeVisible();
});

test('returns to the vault after signing in again when the session has ended', async ({ page, request }) => {
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
