import { expect } from '@playwright/test';
import { createAccount, test } from '../support/accounts.ts';
import { panelOf } from '../support/screen.ts';

test("accepts a script's token until it is revoked", { tag: '@mobile' }, async ({ page, playwright, baseURL }) => {
  await createAccount(page.request);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/profile/security');
  const panel = panelOf(page, 'API tokens');
  await expect(panel.getByText('You have no API tokens.')).toBeVisible();

  await panel.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter a name for the token')).toBeVisible();
  await dialog.getByLabel('Name').fill('Nightly backup');
  await dialog.getByLabel('Read your library').uncheck();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await dialog.getByLabel('Read your library').check();
  await dialog.getByLabel('Expires after').selectOption('1 year');
  await dialog.getByRole('button', { name: 'Create token' }).click();

  await expect(dialog.getByText('You won’t see it again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Copied');
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toBe(await dialog.getByLabel('Token').inputValue());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByText('Nightly backup')).toBeVisible();
  await expect(page.getByText('Created the API token Nightly backup')).toBeVisible();

  const script = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  const library = await script.get('/api/games/library');
  expect([library.status(), (await library.json()).library]).toEqual([200, []]);
  expect((await script.post('/api/games/library/add', { data: { game_guid: '3030-1' } })).status()).toBe(403);
  await page.reload();
  await expect(panel.getByText(/^Last used/)).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await panel.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(panel.getByText('You have no API tokens.')).toBeVisible();
  await expect.poll(async () => (await script.get('/api/games/library')).status()).toBe(401);
  await script.dispose();
});
