import { expect } from '@playwright/test';
import { signIn, test } from '../support/accounts.ts';
import { untilQuiet } from '../support/network.ts';
import { requestsOf } from './support.ts';

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
    const asked = requestsOf(page, /^\/api\//);
    await page.goto(route);
    await untilQuiet(page);
    const addresses = await page
      .locator('link[rel=preload][as=fetch]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(ahead);
    for (const address of ahead) expect(asked.filter((each) => each === address)).toHaveLength(1);
  });
}

test('sends no request that needs a session for a visitor, who has no bell', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  for (const route of ['/', '/search?q=zelda', '/game/3030-10016', '/library', '/profile', '/notifications']) {
    await page.goto(route);
    await untilQuiet(page);
  }
  expect(refused).toEqual([]);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('banner').getByRole('link', { name: /^Notifications/ })).toHaveCount(0);
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
