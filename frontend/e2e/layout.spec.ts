import { expect, type Locator, type Page } from '@playwright/test';
import { createAccount, signIn, test } from './support/accounts.ts';
import { holdCalls } from './support/hold-calls.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const topBar = (page: Page) => page.getByRole('banner');

// Specification 2 Layout: Side navigation on large screens
test('side navigation on large screens', async ({ page }) => {
  await page.goto('/');
  await expect(navigation(page)).toHaveCount(1);
  await expect.poll(() => navigation(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 });
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

// Specification 2 Layout: Links: Home, Vault (/library), Users, Profile
test('links: Home, Vault (/library), Users, Profile', async ({ page, gamer }) => {
  await signIn(page, gamer);
  await page.goto('/');
  const links = navigation(page).getByRole('listitem').getByRole('link');
  await expect(links).toHaveText(['Home', 'Vault', 'Users', 'Profile']);
  for (const [name, address] of Object.entries({
    Vault: '/library',
    Users: '/users',
    Profile: '/profile',
    Home: '/',
  })) {
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(address);
  }
});

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

// Specification 2 Layout: Vault, Users and Profile show only when signed in
test('Vault, Users and Profile show only when signed in', { tag: '@mobile' }, async ({ page }) => {
  await page.goto('/');
  await expect(navigation(page).getByRole('listitem').getByRole('link')).toHaveText(['Home']);
});

// Specification 2 Layout: Top right, signed in: 'Welcome, {username}' and a Sign Out button, which logs out and goes
//   to /
test('top right, signed in: Welcome and Sign Out', async ({ page, request }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await page.goto('/profile');
  const welcome = topBar(page).getByText(`Welcome, ${gamer.username}`);
  await expect(welcome).toBeVisible();
  const box = await welcome.boundingBox();
  expect(box && box.x > 1440 / 2 && box.y < 80).toBe(true);
  await expect(topBar(page).getByRole('link', { name: /Sign/ })).toHaveCount(0);
  await topBar(page).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(topBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
  // The page shows the sign-out before the server has confirmed it.
  const user = async () => (await (await page.request.get('/api/auth/verify-token')).json()).user;
  await expect.poll(user).toBeNull();
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

// Specification 2 Layout: 'Welcome, ... or User'
test("'Welcome, User' for a user without a username", { tag: '@faults' }, async ({ page, request, databases }) => {
  const gamer = await createAccount(request);
  await signIn(page, gamer);
  await databases.run('auth', `update users set username = '' where id = '${gamer.id}'`);
  await page.goto('/');
  await expect(topBar(page).getByText('Welcome, User', { exact: true })).toBeVisible();
  await databases.run('auth', `update users set username = '${gamer.username}' where id = '${gamer.id}'`);
});

// Specification 2 Layout: Signed out: Sign In and Sign Up links
test('top right, signed out: Sign In and Sign Up links', async ({ page }) => {
  await page.goto('/');
  await topBar(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
  await topBar(page).getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/register');
  await expect(topBar(page).getByText('Welcome')).toHaveCount(0);
});

// Specification 2 Layout: Global search box: Enter with non-empty trimmed text goes to /search?q={encoded text} and
//   then clears the box
test('global search box: Enter searches, and clears the box', async ({ page }) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search games' });
  await box.fill('  ratchet & clank?  ');
  await box.press('Enter');
  await expect(page).toHaveURL('/search?q=ratchet%20%26%20clank%3F');
  await expect(box).toHaveValue('');
});

// Specification 2 Layout: Blank text is ignored
// Specification 5 Searches: Search for games: trimmed text, blank ignored
test('global search box: blank text is ignored', async ({ page }) => {
  await page.goto('/login');
  const box = page.getByRole('combobox', { name: 'Search games' });
  await box.fill('   ');
  await box.press('Enter');
  await expect(box).toHaveValue('   ');
  await expect(page).toHaveURL('/login');
});

// Specification 2 Layout: Footer (section 1): what the product offers, third-party services, cookies, ad-free, year
// Specification 9 Limits: Footer year 2025
test('footer: features, sources, cookies, ad-free, 2025', async ({ page }) => {
  await page.goto('/');
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
});
