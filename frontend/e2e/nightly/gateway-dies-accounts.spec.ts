import { expect, type Page } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { fillNewPassword, password, someName } from '../support/gamer.ts';
import { calm, moments, test, untilReached } from '../support/kill-gateway.ts';
import { resetLinkFor } from '../support/mail.ts';

/** The client retries for half a minute. */
const retryTimeout = { timeout: 35_000 };
/** Users of the provider who have no account yet. */
const newcomers = { 'as the call is sent': 'Mia Lund', 'before its response': 'Kim Osei' } as const;

/** Avoids the cookies of the worker's gamer, whose session the new one would replace. */
const newAccount = async (page: Page) => {
  await page.context().clearCookies();
  return createAccount(page.request);
};

for (const moment of moments) {
  const title = (action: string) => `${action}: done once when the gateway dies ${moment}`;
  const tag = '@faults';

  test(title('signing out'), { tag }, async ({ page, playwright, baseURL, killAt }) => {
    const { cookies } = await newAccount(page);
    await page.goto('/');
    await killAt(moment, 'POST', '**/api/auth/logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible(retryTimeout);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const stolen = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { cookie },
    });
    // The page may finish before the gateway is back.
    const status = () =>
      stolen.get('/api/auth/profile').then(
        (answer) => answer.status(),
        () => null,
      );
    await expect.poll(status, retryTimeout).toBe(401);
    await calm(page);
  });

  test(title('a password change'), { tag }, async ({ page, killAt }) => {
    const { username } = await newAccount(page);
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Change password' }).click();
    const form = page.getByRole('dialog');
    await fillNewPassword(form, password);
    await killAt(moment, 'POST', '**/api/auth/change-password');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed. You are signed out everywhere else.')).toBeVisible(
      retryTimeout,
    );
    await calm(page);
    await untilReached(() => page.reload());
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  });

  test(title('requesting and using a reset link'), { tag }, async ({ page, killAt }) => {
    const { email } = await newAccount(page);
    await page.context().clearCookies();
    await page.goto('/forgot-password');
    await page.getByLabel('Username or email').fill(email);
    await killAt(moment, 'POST', '**/api/auth/forgot-password');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible(retryTimeout);
    const link = await resetLinkFor(email);
    await untilReached(() => page.goto(link));
    await fillNewPassword(page);
    await killAt(moment, 'POST', '**/api/auth/reset-password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible(retryTimeout);
    await calm(page);
  });

  test(title('a first sign-in through a provider'), { tag }, async ({ page, killAt, back }) => {
    const username = someName('newcomer');
    await page.context().clearCookies();
    await page.goto('/login');
    await killAt(moment, 'POST', '**/api/auth/identity-providers/*/sign-in');
    await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
    const newcomer = page.getByRole('button', { name: newcomers[moment] });
    await expect(newcomer).toBeVisible(retryTimeout);
    // The provider redirects the browser to the gateway, which the browser requests only once.
    await back();
    await newcomer.click();
    await page.getByLabel('Username').fill(username);
    await killAt(moment, 'POST', '**/api/auth/pending-identity');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible(retryTimeout);
    await calm(page);
  });
}
