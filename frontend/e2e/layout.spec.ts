import { expect, type Locator, type Page } from '@playwright/test';
import { createAccount, signIn, test } from './support/accounts.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const links = (page: Page) => navigation(page).getByRole('listitem').getByRole('link');
const topBar = (page: Page) => page.getByRole('banner');

// Specification 2 Layout: Side navigation on large screens
// Specification 2 Layout: Vault, Users and Profile show only when signed in
// Specification 2 Layout: Signed out: Sign In and Sign Up links
// Specification 2 Layout: Global search box: Enter with non-empty trimmed text goes to /search?q={encoded text} and
//   then clears the box
// Specification 2 Layout: Blank text is ignored
// Specification 2 Layout: Footer (section 1): what the product offers, third-party services, cookies, ad-free, year
// Specification 5 Searches: Search for games: trimmed text, blank ignored
// Specification 9 Limits: Footer year 2025
// Specification 4 States: Auth: unknown (loading), then user present ... or null
test('a visitor: side navigation, sign-in links, search box, footer', async ({ page }) => {
  const checked = page.waitForResponse('**/api/auth/verify-token');
  await page.goto('/');
  expect(await (await checked).json()).toMatchObject({ success: false, user: null });
  await expect(navigation(page)).toHaveCount(1);
  await expect.poll(() => navigation(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 });
  await expect(links(page)).toHaveText(['Home']);

  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('listitem')).toHaveText([
    'Personal library management',
    'Daily gaming reviews',
    'Social features with user discovery',
    'Game sharing and statistics',
  ]);
  await expect(footer).toContainText('Powered by third-party game-data and video services.');
  await expect(footer).toContainText('Uses cookies only for authentication and session. Ad-free.');
  await expect(footer).toContainText('2025');

  await topBar(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
  await topBar(page).getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/register');
  await expect(topBar(page).getByText('Welcome')).toHaveCount(0);

  const box = page.getByRole('combobox', { name: 'Search games' });
  await box.fill('   ');
  await box.press('Enter');
  await expect(box).toHaveValue('   ');
  await expect(page).toHaveURL('/register');
  await box.fill('  ratchet & clank?  ');
  await box.press('Enter');
  await expect(page).toHaveURL('/search?q=ratchet%20%26%20clank%3F');
  await expect(box).toHaveValue('');
});

// Specification 2 Layout: Links: Home, Vault (/library), Users, Profile
// Specification 2 Layout: Top right, signed in: 'Welcome, {username}' and a Sign Out button, which logs out and goes
//   to /
// Specification 2 Layout: 'Welcome, ... or User'
// Specification 4 States: Logout clears the user even if the call fails
test('a user: links, Welcome and Sign Out', async ({ page, request, databases }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await page.goto('/profile');
  const welcome = topBar(page).getByText(`Welcome, ${gamer.username}`);
  await expect(welcome).toBeVisible();
  const box = await welcome.boundingBox();
  expect(box && box.x > 1440 / 2 && box.y < 80).toBe(true);
  await expect(topBar(page).getByRole('link', { name: /Sign/ })).toHaveCount(0);
  await expect(links(page)).toHaveText(['Home', 'Vault', 'Users', 'Profile']);
  for (const [name, address] of [
    ['Home', '/'],
    ['Users', '/users'],
    ['Profile', '/profile'],
    ['Vault', '/library'],
  ] as const) {
    await links(page).filter({ hasText: name }).click();
    await expect(page).toHaveURL(address);
  }

  await databases.run('auth', `update users set username = '' where id = '${gamer.id}'`);
  await page.reload();
  await expect(topBar(page).getByText('Welcome, User', { exact: true })).toBeVisible();
  await databases.run('auth', `update users set username = '${gamer.username}' where id = '${gamer.id}'`);

  await topBar(page).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  // The page shows the sign-out before the server has confirmed it.
  const user = async () => (await (await page.request.get('/api/auth/verify-token')).json()).user;
  await expect.poll(user).toBeNull();

  await signIn(page, await createAccount(request));
  await page.goto('/library');
  await expect(topBar(page).getByText('Welcome, ')).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await topBar(page).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText('Welcome,')).toHaveCount(0);
  await expect(links(page)).toHaveText(['Home']);
});

// Specification 2 Layout: Bottom navigation on small screens
test('bottom navigation on small screens', { tag: '@mobile' }, async ({ page, gamer }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, gamer);
  await page.goto('/');
  await expect(navigation(page)).toHaveCount(1);
  await expect(navigation(page).getByRole('link')).toHaveText(['Home', 'Vault', 'Users', 'Profile']);
  const place = () =>
    navigation(page).evaluate((bar) => {
      const { left, right, bottom } = bar.getBoundingClientRect();
      const { width } = document.body.getBoundingClientRect();
      return { left, rightGap: width - right, bottomGap: window.innerHeight - bottom };
    });
  await expect.poll(place).toEqual({ left: 0, rightGap: 0, bottomGap: 0 });
  // A single bar leaves the screen to the games; the open search covers it.
  const sizeOf = async (target: Locator) => (await target.boundingBox()) ?? { width: 0, height: 0 };
  await expect.poll(async () => (await sizeOf(topBar(page))).height).toBeLessThanOrEqual(64);
  const box = page.getByRole('combobox', { name: 'Search games' });
  await expect.poll(async () => (await sizeOf(box)).width).toBe(44);
  await box.click();
  await expect.poll(async () => (await sizeOf(box)).width).toBeGreaterThan(300);
});
