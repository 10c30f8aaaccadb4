import { expect, type Locator, type Page } from '@playwright/test';
import { createAccount, follow } from '../support/accounts.ts';
import { fillNewPassword, fillRegistration, goTo, password, someName } from '../support/gamer.ts';
import { calm, moments, test, untilReached } from '../support/kill-gateway.ts';
import { resetLinkFor } from '../support/mail.ts';
import { gameOn, games, savedEntries } from '../support/shelf.ts';

/** The client retries for half a minute. */
const retryTimeout = { timeout: 35_000 };
/** Users of the provider who have no account yet. */
const newcomers = { 'as the call is sent': 'Mia Lund', 'before its response': 'Kim Osei' } as const;

const untilVisible = (target: Locator) => expect(target).toBeVisible(retryTimeout);

/** Expects the result of a repeated call, without an error. */
async function succeeds(page: Page, result: Locator): Promise<void> {
  await untilVisible(result);
  await calm(page);
}

/** Avoids the cookies of the worker's gamer, whose session the new one would replace. */
const newAccount = async (page: Page) => {
  await page.context().clearCookies();
  return createAccount(page.request);
};

for (const moment of moments) {
  const title = (action: string) => `${action}: done once when the gateway dies ${moment}`;
  const tag = '@faults';

  test(title('signing in'), { tag }, async ({ page, gamer, killAt }) => {
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel('Username or email').fill(gamer.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await killAt(moment, 'POST', '**/api/auth/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await succeeds(page, page.getByText(`Welcome, ${gamer.username}`));
  });

  test(title('registering'), { tag }, async ({ page, killAt }) => {
    const username = someName('late');
    await page.context().clearCookies();
    await fillRegistration(page, username);
    await killAt(moment, 'POST', '**/api/auth/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await succeeds(page, page.getByText(`Welcome, ${username}`));
  });

  test(title('adding a found game'), { tag }, async ({ page, stock, killAt, back }) => {
    await stock({});
    await page.goto('/search?q=frogger');
    const card = gameOn(page, 'frogger');
    await card.hover();
    await card.getByRole('button', { name: /^Add/ }).click();
    await killAt(moment, 'POST', /\/api\/games\/library\/add/);
    await page.getByRole('button', { name: 'Submit' }).click();
    await succeeds(page, card.getByRole('button', { name: /Added/ }));
    await back();
    expect(await savedEntries(page)).toHaveLength(1);
  });

  test(title('a removal'), { tag }, async ({ page, openVault, killAt, back }) => {
    await openVault({ pong: {}, frogger: {} }, '?view=list');
    await killAt(moment, 'DELETE', '**/api/games/library/*');
    await page.getByRole('button', { name: 'Remove Pong' }).click();
    await succeeds(page, page.getByText('Removed Pong from your vault.'));
    await back();
    expect(await savedEntries(page)).toMatchObject([{ guid: games.frogger.guid }]);
  });

  test(title('undoing a removal'), { tag }, async ({ page, openVault, killAt, back }) => {
    await openVault({ pong: { rating: 9 } }, '?view=list');
    await page.getByRole('button', { name: 'Remove Pong' }).click();
    await killAt(moment, 'POST', '**/api/games/library/*/restore');
    await page.getByRole('button', { name: 'Undo' }).click();
    await succeeds(page, gameOn(page, 'pong'));
    await back();
    expect(await savedEntries(page)).toMatchObject([{ guid: games.pong.guid, rating: 9 }]);
  });

  test(title('following and unfollowing'), { tag }, async ({ page, request, killAt }) => {
    const other = await createAccount(request, someName('idol'));
    // A user can be followed only once the directory knows them.
    await follow(page.request, other.id);
    await page.request.post(`/api/users/${other.id}/unfollow`);
    await page.goto(`/users/${other.id}`);
    for (const [action, then, call, count] of [
      ['Follow', 'Unfollow', 'follow', 1],
      ['Unfollow', 'Follow', 'unfollow', 0],
    ] as const) {
      await killAt(moment, 'POST', `**/api/users/${other.id}/${call}`);
      // The screen updates before the server has stored the change.
      const acknowledged = page.waitForResponse(
        (response) => response.url().endsWith(`/${other.id}/${call}`) && response.ok(),
      );
      await page.getByRole('main').getByRole('button', { name: action, exact: true }).click();
      await untilVisible(page.getByRole('main').getByRole('button', { name: then, exact: true }));
      await expect(page.getByRole('main')).toContainText(`Followers${count}`);
      await acknowledged;
      await calm(page);
    }
  });

  test(title('signing out'), { tag }, async ({ page, playwright, baseURL, killAt }) => {
    const { cookies } = await newAccount(page);
    await page.goto('/');
    await killAt(moment, 'POST', '**/api/auth/logout');
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await untilVisible(page.getByRole('link', { name: 'Sign In' }));
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
    await succeeds(page, page.getByText('Your password is changed. You are signed out everywhere else.'));
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
    await untilVisible(page.getByRole('heading', { name: 'Check your email' }));
    const link = await resetLinkFor(email);
    await untilReached(() => page.goto(link));
    await fillNewPassword(page);
    await killAt(moment, 'POST', '**/api/auth/reset-password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await succeeds(page, page.getByText('Your new password is set. Please sign in with it.'));
  });

  test(title('a first sign-in through a provider'), { tag }, async ({ page, killAt, back }) => {
    const username = someName('newcomer');
    await page.context().clearCookies();
    await page.goto('/login');
    await killAt(moment, 'POST', '**/api/auth/identity-providers/*/sign-in');
    await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
    const newcomer = page.getByRole('button', { name: newcomers[moment] });
    await untilVisible(newcomer);
    // The provider redirects the browser to the gateway, which the browser requests only once.
    await back();
    await newcomer.click();
    await page.getByLabel('Username').fill(username);
    await killAt(moment, 'POST', '**/api/auth/pending-identity');
    await page.getByRole('button', { name: 'Create account' }).click();
    await succeeds(page, page.getByText(`Welcome, ${username}`));
  });
}

test('opens pages when the gateway dies', { tag: '@faults' }, async ({ page, gamer, processes, stock, back }) => {
  await stock({ pong: {} });
  await page.goto('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  const places = [
    ['Vault', () => page.getByText('1 of 1 games')],
    ['Users', () => page.getByRole('heading', { level: 1, name: 'Find Users' })],
    ['Profile', () => page.getByText(gamer.email)],
    ['Home', () => page.getByRole('heading', { level: 1, name: 'Welcome to Your Game Library' })],
  ] as const;
  for (const [place, shows] of places) {
    await processes.kill('gateway');
    await goTo(page, place);
    await untilVisible(shows());
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await back();
});
