import { expect, type Page } from '@playwright/test';
import { createAccount, type Gamer, test } from '../support/accounts.ts';
import { codeOf, withAuthenticator } from '../support/factors.ts';
import { password, submitSignIn } from '../support/gamer.ts';
import { panelOf } from '../support/screen.ts';

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  // The virtual authenticator would immediately accept a passkey that a browser only offers while the user types.
  await page.evaluate(() => localStorage.removeItem('nightshelf-passkey'));
  await page.goto('/login');
}

const welcome = (page: Page, { username }: Gamer) => expect(page.getByText(`Welcome, ${username}`)).toBeVisible();

test('adds a passkey, signs in with it, and removes it', { tag: '@mobile' }, async ({ page }) => {
  const gamer = await createAccount(page.request);
  await withAuthenticator(page);
  await page.goto('/profile/security');
  const passkeys = panelOf(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByText('Laptop')).toBeVisible();
  await expect(panelOf(page, 'Recovery codes').getByText('You have no codes.', { exact: false })).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await welcome(page, gamer);

  await signOut(page);
  await submitSignIn(page, gamer.username);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await welcome(page, gamer);

  await page.goto('/profile/security');
  await passkeys.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey Laptop is removed.')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});

test('adds an app, signs in with its code or a recovery code', { tag: '@mobile' }, async ({ page }) => {
  const gamer = await createAccount(page.request);
  // The clipboard is missing without https.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/profile/security');
  const app = panelOf(page, 'Authenticator app');
  await app.getByRole('button', { name: 'Add an app' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await expect(dialog.getByText('This code is wrong or was already used')).toBeVisible();
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await expect(page.getByText('Your authenticator app is added.')).toBeVisible();

  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('The codes are selected', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString().split('\n'))).toContain(recovery);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await expect(panelOf(page, 'Recovery codes').getByText('You have 10 codes left.')).toBeVisible();

  await signOut(page);
  await submitSignIn(page, gamer.username);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await welcome(page, gamer);

  await signOut(page);
  await submitSignIn(page, gamer.username);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await welcome(page, gamer);
});

test('asks to confirm an old sign-in; Cancel changes nothing', { tag: '@mobile' }, async ({ page }) => {
  await createAccount(page.request);
  const json = { success: false, message: '', code: 'auth.step_up_required', methods: ['password'], request_id: 'x' };
  // Simulates a confirmation that is ten minutes old; the server handles the new confirmation.
  await page.route('**/api/auth/totp', (call) => call.fulfill({ status: 403, json }), { times: 2 });
  await page.goto('/profile/security');
  const add = panelOf(page, 'Authenticator app').getByRole('button', { name: 'Add an app' });
  await add.click();
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await add.click();
  await question.getByLabel('Your password', { exact: true }).fill('Wrong#Password1');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('Password is wrong')).toBeVisible();
  await question.getByLabel('Your password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Add an app' })).toBeVisible();
});
