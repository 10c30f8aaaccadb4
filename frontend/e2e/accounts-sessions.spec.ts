import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { createAccount, type Gamer, test, untilListed } from './support/accounts.ts';
import { signInElsewhere } from './support/browsers.ts';
import { goTo, password } from './support/gamer.ts';
import { addGame, games } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

/** Creates a gamer for the test, signed in on `page` and in another browser. */
async function signedInTwice(page: Page, browser: Browser, options: BrowserContextOptions) {
  const gamer = await createAccount(page.request);
  return { gamer, elsewhere: await signInElsewhere(browser, options, gamer) };
}

const sessionsOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Where you are signed in' }) });
const activityOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent activity' }) });

async function signInByForm(page: Page, { username }: Gamer, secret: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a session that is ended from another browser is signed out at its next action', { tag: '@mobile' }, async ({
  page,
  browser,
  contextOptions,
}) => {
  const { gamer, elsewhere } = await signedInTwice(page, browser, contextOptions);
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
});

test('all other sessions end at once, after a question', async ({ page, browser, contextOptions }) => {
  const { elsewhere } = await signedInTwice(page, browser, contextOptions);
  await elsewhere.goto('/users');
  await expect(elsewhere.getByRole('searchbox', { name: 'Username' })).toBeVisible();
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('This ends 1 other session. You stay signed in here.')).toBeVisible();
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('1 other session ended.')).toBeVisible();
  await expect(sessionsOf(page).getByRole('listitem')).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/login');
});

test('a password is changed: the current one is asked for, and other browsers are signed out', {
  tag: '@mobile',
}, async ({ page, browser, contextOptions }) => {
  const { gamer, elsewhere } = await signedInTwice(page, browser, contextOptions);
  await elsewhere.goto('/profile');
  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog');
  const submit = form.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect(form.getByText('Current password is required')).toBeVisible();
  await form.getByLabel('Current password', { exact: true }).fill('Wrong#Password1');
  await form.getByLabel('New password', { exact: true }).fill('Difference#2');
  await form.getByLabel('Confirm new password', { exact: true }).fill('Difference#2');
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
  await signInByForm(elsewhere, gamer, password);
  await expect(elsewhere.getByText('Invalid username or password.')).toBeVisible();
  await signInByForm(elsewhere, gamer, 'Difference#2');
  await expect(elsewhere.getByText(`Welcome, ${gamer.username}`)).toBeVisible();

  await page.reload();
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
});

test('recent activity tells of a sign-in that was refused, and more of it on demand', async ({ page, playwright }) => {
  const gamer = await createAccount(page.request);
  const baseURL = new URL(test.info().project.use.baseURL ?? '').origin;
  for (let visit = 0; visit < 10; visit++) {
    const request = await playwright.request.newContext({ baseURL });
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

test('what cannot be loaded says so, and can be tried again', async ({ page }) => {
  // A new account, because those that other tests sign in to have a long history.
  await createAccount(page.request);
  for (const call of ['sessions', 'activity', 'sign-in-methods']) {
    await page.route(`**/api/auth/${call}**`, (route) => route.abort());
  }
  await page.goto('/profile/security');
  await giveUp(page);
  await expect(page.getByText('Your sessions could not be loaded.')).toBeVisible();
  await expect(page.getByText('Your recent activity could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await sessionsOf(page).getByRole('button', { name: 'Try again' }).click();
  await activityOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(sessionsOf(page).getByText('This device')).toBeVisible();
  await expect(activityOf(page).getByText('Account created')).toBeVisible();
});

test('a library that is made private vanishes from another user’s open page', async ({
  page,
  browser,
  contextOptions,
}) => {
  const owner = await createAccount(page.request);
  await addGame(page.request, 'tempest');
  const viewer = await (await browser.newContext(contextOptions)).newPage();
  await createAccount(viewer.request);
  await untilListed(viewer.request, owner);
  await viewer.goto(`/users/${owner.id}`);
  const entry = viewer.getByRole('main').getByRole('link', { name: games.tempest.name }).first();
  await expect(entry).toBeVisible();

  await page.goto('/profile');
  await page.getByLabel('Privacy').selectOption('private');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Privacy').selectOption('public');
  await expect(entry).toBeVisible();
});
