import { expect, type Page } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { holdCalls } from '../support/network.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('marks the current section in the navigation', { tag: '@mobile' }, async ({ page, gamer }) => {
  await signIn(page, gamer);
  for (const [address, place] of [
    ['/', 'Home'],
    ['/tonight', 'Home'],
    ['/library', 'Vault'],
    ['/library/history', 'Vault'],
    ['/lists', 'Vault'],
    ['/lists/00000000-0000-7000-8000-000000000000', 'Vault'],
    ['/import', 'Vault'],
    ['/journal', 'Profile'],
    ['/profile/security', 'Profile'],
  ] as const) {
    await page.goto(address);
    await expect.soft(navigation(page).locator('[aria-current=page]'), address).toHaveText([place]);
  }
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(navigation(page).locator('[aria-current]')).toHaveCount(0);
});

test('keeps the navigation of a known user on a slow network', { tag: '@mobile' }, async ({ page, gamer }) => {
  await signIn(page, gamer);
  await page.goto('/');
  const links = navigation(page).getByRole('listitem').getByRole('link');
  await expect(links).toHaveCount(4);
  const release = await holdCalls(page, '**/api/auth/verify-token');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(links).toHaveText(['Home', 'Vault', 'Users', 'Profile']);
  release();
});

test('shows the whole username in the narrowest window with a side bar', async ({ page, gamer }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, gamer);
  await page.goto('/');
  const welcome = page.getByRole('banner').getByText(`Welcome, ${gamer.username}`);
  await expect(welcome).toBeVisible();
  expect(await welcome.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
    1,
  );
});
