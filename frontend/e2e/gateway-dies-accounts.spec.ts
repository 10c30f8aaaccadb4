import { expect, type Page } from '@playwright/test';
import { beginLink, createAccount } from './support/accounts.ts';
import { signInElsewhere } from './support/browsers.ts';
import { password, someName } from './support/gamer.ts';
import { calm, moments, test, untilReached } from './support/kill-gateway.ts';
import { resetLinkFor } from './support/mail.ts';

const newPassword = 'Difference#2';
/** The client retries for half a minute. */
const patient = { timeout: 35_000 };
/** Users of the provider who have no account yet. */
const newcomers = { 'as the call is sent': 'Mia Lund', 'before its answer comes': 'Kim Osei' } as const;

/** Avoids the cookies of the worker's gamer, whose session the new one would replace. */
const newAccount = async (page: Page) => {
  await page.context().clearCookies();
  return createAccount(page.request);
};

const privacy = async (page: Page) => (await (await page.request.get('/api/auth/profile')).json()).user.privacy;
const fillNewPassword = async (page: Page) => {
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
};

for (const moment of moments) {
  const title = (deed: string) => `the gateway dies ${moment}: ${deed} is done once, after a pause`;
  const tag = ['@faults', '@nightly'];

  test(title('a choice of privacy'), { tag }, async ({ page, killAt, back }) => {
    await newAccount(page);
    await page.goto('/profile');
    await killAt(moment, 'PATCH', '**/api/auth/profile');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
    await page.getByLabel('Privacy').selectOption('private');
    await answered;
    await calm(page);
    await back();
    expect(await privacy(page)).toBe('private');
  });

  test(title('signing out'), { tag }, async ({ page, playwright, baseURL, killAt }) => {
    const { cookies } = await newAccount(page);
    await page.goto('/');
    await killAt(moment, 'POST', '**/api/auth/logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible(patient);
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
    await expect.poll(status, patient).toBe(401);
    await calm(page);
  });

  test(title('a change of password'), { tag }, async ({ page, killAt }) => {
    const { username } = await newAccount(page);
    await page.goto('/profile/security');
    await page.getByRole('button', { name: 'Change password' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Current password', { exact: true }).fill(password);
    await fillNewPassword(page);
    await killAt(moment, 'POST', '**/api/auth/change-password');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed. You are signed out everywhere else.')).toBeVisible(patient);
    await calm(page);
    await untilReached(() => page.reload());
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  });

  test(title('asking for a link, and setting a password with it,'), { tag }, async ({ page, killAt }) => {
    const { email } = await newAccount(page);
    await page.context().clearCookies();
    await page.goto('/forgot-password');
    await page.getByLabel('Username or email').fill(email);
    await killAt(moment, 'POST', '**/api/auth/forgot-password');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible(patient);
    const link = await resetLinkFor(email);
    await untilReached(() => page.goto(link));
    await fillNewPassword(page);
    await killAt(moment, 'POST', '**/api/auth/reset-password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible(patient);
    await calm(page);
  });

  test(title('ending one session, and then all others,'), { tag }, async ({
    page,
    browser,
    contextOptions,
    killAt,
  }) => {
    const gamer = await newAccount(page);
    await signInElsewhere(browser, contextOptions, gamer);
    await signInElsewhere(browser, contextOptions, gamer);
    await page.goto('/profile/security');
    const end = page.getByRole('button', { name: /^End the session on/ });
    await expect(end).toHaveCount(2);
    await killAt(moment, 'DELETE', '**/api/auth/sessions/*');
    await end.first().click();
    await expect(end).toHaveCount(1, patient);
    await killAt(moment, 'DELETE', '**/api/auth/sessions');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByText('1 other session ended.')).toBeVisible(patient);
    await calm(page);
  });

  test(title('a first sign-in through a provider'), { tag }, async ({ page, killAt, back }) => {
    const username = someName('newcomer');
    await page.context().clearCookies();
    await page.goto('/login');
    await killAt(moment, 'POST', '**/api/auth/identity-providers/*/sign-in');
    await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
    const newcomer = page.getByRole('button', { name: newcomers[moment] });
    await expect(newcomer).toBeVisible(patient);
    // The provider redirects the browser to the gateway, which the browser requests only once.
    await back();
    await newcomer.click();
    await page.getByLabel('Username').fill(username);
    await killAt(moment, 'POST', '**/api/auth/pending-identity');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible(patient);
    await calm(page);
  });

  test(title('linking a provider’s account, and unlinking it,'), { tag }, async ({ page, killAt, back }) => {
    await newAccount(page);
    await page.goto('/profile/security');
    await killAt(moment, 'POST', '**/api/auth/identity-providers/*/link');
    await beginLink(page, patient);
    await back();
    await page.getByRole('button', { name: 'Bob Ferris' }).click();
    await expect(page.getByText('Demo ID is linked. You can sign in with it from now on.')).toBeVisible();
    await killAt(moment, 'DELETE', '**/api/auth/identities/*');
    await page.getByRole('button', { name: 'Unlink Demo ID' }).click();
    await expect(page.getByText('No linked accounts.')).toBeVisible(patient);
    await calm(page);
  });
}
