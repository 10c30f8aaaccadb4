import { expect, type Page } from '@playwright/test';
import { createAccount, signIn, test, untilListed } from './support/accounts.ts';
import { submitSignIn } from './support/gamer.ts';
import { holdCalls } from './support/hold-calls.ts';
import { untilQuiet } from './support/network.ts';
import { giveUp } from './support/waiting.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

for (const [route, title] of [
  ['/', 'Welcome to Your Game Library'],
  ['/login', 'Sign in'],
  ['/register', 'Create your account'],
  ['/search?q=zelda', 'Search Results'],
  ['/game/3030-10016', 'The Legend of Zelda: Breath of the Wild'],
] as const) {
  // Specification 2 Routes and guard: /: open, home [/ is open]
  // Specification 2 Routes and guard: /login: open, sign in [/login is open]
  // Specification 2 Routes and guard: /register: open, registration [/register is open]
  // Specification 2 Routes and guard: /search?q={query}: open, search results [/search?q=zelda is open]
  // Specification 2 Routes and guard: /game/{guid}: open, game detail [/game/3030-10016 is open]
  test(`${route} is open`, async ({ page }) => {
    await page.goto(route);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(route);
  });
}

for (const [route, title] of [
  ['/library', 'Your Game Vault'],
  ['/users', 'Find Users'],
  ['/profile', 'Profile'],
] as const) {
  // Specification 2 Routes and guard: /library: guarded, the vault [/library is guarded]
  // Specification 2 Routes and guard: /users: guarded, find users [/users is guarded]
  // Specification 2 Routes and guard: /profile: guarded, own profile [/profile is guarded]
  // Specification 2 Routes and guard: Guard: sent to /login, with the attempted location passed as the origin
  //   [/library is guarded]
  // Specification 2 Vault: Unauthenticated visitor: the guard [/library is guarded]
  // Specification 2 Profile: Unauthenticated visitor: the guard [/profile is guarded]
  // Specification 2 Find Users: Unauthenticated visitor: the guard [/users is guarded]
  test(`${route} is guarded: the login page gets the attempted location`, async ({ page, gamer }) => {
    await page.goto(`${route}?kept=1#part`);
    await expect(page).toHaveURL('/login');
    const state = await page.evaluate(() => window.history.state.usr);
    expect(state.from).toMatchObject({ pathname: route, search: '?kept=1', hash: '#part' });
    await signIn(page, gamer);
    await page.goto(route);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(route);
  });
}

// Specification 2 Routes and guard: /users/{userId}: guarded, another user's page
// Specification 2 User profile: Unauthenticated visitor: the guard
test("/users/{userId} is guarded: another user's page", async ({ page, gamer, request }) => {
  const other = await createAccount(request);
  await page.goto(`/users/${other.id}`);
  await expect(page).toHaveURL('/login');
  const state = await page.evaluate(() => window.history.state.usr);
  expect(state.from.pathname).toBe(`/users/${other.id}`);
  await signIn(page, gamer);
  await untilListed(page.request, other);
  await page.goto(`/users/${other.id}`);
  await expect(heading(page, other.username)).toBeVisible();
});

// Specification 2 Routes and guard: Guard: back to that location after sign-in
test('returns to the attempted location after sign-in', async ({ page, gamer }) => {
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await submitSignIn(page, gamer.username);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(gamer.email)).toBeVisible();
});

for (const [route, ahead] of [
  ['/', ['/api/auth/verify-token', '/api/youtube/daily-reviews', '/api/games/library']],
  [
    '/search?q=zelda%20%26%20more',
    ['/api/auth/verify-token', '/api/games/search?q=zelda+%26+more&limit=50', '/api/games/library'],
  ],
  ['/game/3030-10016', ['/api/auth/verify-token', '/api/games/3030-10016', '/api/games/library']],
  ['/library', ['/api/auth/verify-token', '/api/games/library']],
  ['/profile', ['/api/auth/verify-token', '/api/auth/profile', '/api/games/library']],
] as const) {
  test(`${route} preloads its data once`, async ({ page, gamer }) => {
    await signIn(page, gamer);
    // The client remembers that a user is signed in.
    await page.goto('/terms');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('nightshelf-last-user'))).toContain(`${gamer.id}`);
    await untilQuiet(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    await page.goto(route);
    await untilQuiet(page);
    const addresses = await page
      .locator('link[rel=preload][as=fetch]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(ahead);
    for (const address of ahead) expect(asked.filter((each) => each === address)).toHaveLength(1);
  });
}

test('requests nothing for a visitor that needs a session', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  for (const route of ['/', '/search?q=zelda', '/game/3030-10016', '/library', '/profile']) {
    await page.goto(route);
    await untilQuiet(page);
  }
  expect(refused).toEqual([]);
});

// Specification 4 States: Auth: unknown (loading), then user present
// Specification 2 Routes and guard: While authentication is being verified, a spinner with 'Loading...'
test("a spinner with 'Loading...' while authentication is verified", async ({ page, gamer }) => {
  await signIn(page, gamer);
  const answer = await holdCalls(page, '**/api/auth/verify-token');
  await page.goto('/library');
  const spinner = page.getByRole('main').getByRole('status');
  await expect(spinner).toHaveText('Loading...');
  await expect(spinner.locator('svg')).toHaveCSS('animation-name', 'spin');
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('Welcome')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  answer();
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await expect(heading(page, 'Your Game Vault')).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

// Specification 2 Routes and guard: Unknown route: a Not Found page
test('an unknown route is a Not Found page with a link home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL('/');
});

// Specification 4 States: A failed token check leaves the user signed out
// Specification 8 Errors: Auth verification failure: the user stays signed out; no message
test('failed verification leaves the visitor signed out, without a message', {
  tag: '@faults',
}, async ({ page, gamer, processes }) => {
  await signIn(page, gamer);
  await processes.stop('auth');
  await page.goto('/');
  await giveUp(page);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto('/library');
  await giveUp(page);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [route, file] of [
  ['/', 'home-page'],
  ['/search?q=zelda', 'search-page'],
  ['/game/3030-10016', 'game-page'],
  ['/users', 'users-page'],
  ['/users/somebody', 'user-page'],
] as const) {
  test(`${route} loads its own files in parallel`, async ({ page }) => {
    await page.route('**/assets/index-*.js', (script) => script.abort());
    const asked = page.waitForRequest(new RegExp(`/assets/${file}-[^/]+\\.js$`));
    await page.goto(route);
    expect((await asked).resourceType()).toBe('script');
  });
}
