import { expect, type Page } from '@playwright/test';
import { createAccount, follow, signIn } from './support/accounts.ts';
import { someName } from './support/gamer.ts';
import { panelOf } from './support/screen.ts';
import { platforms, test } from './support/shelf.ts';
import { giveUp } from './support/waiting.ts';

const panel = (page: Page, title: string) => panelOf(page, title);

/** Returns the value beside a label of a description list. */
const fact = (page: Page, label: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd');

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date());

// Specification 2 Profile: Account Information: username, email, name if any, member since, account status (Active),
//   counts
test('Account Information: every field', async ({ page, request, friend }) => {
  const named = await createAccount(request, someName('ada'), { first_name: 'Ada', last_name: 'Lovelace' });
  await follow(friend.request, named.id);
  await follow(request, friend.id);
  // The counts come from another service, which events update.
  const counts = async () => {
    const { user } = await (await request.get('/api/auth/profile')).json();
    return [user.follower_count, user.following_count];
  };
  await expect.poll(counts).toEqual([1, 1]);
  await signIn(page, named);
  await page.goto('/profile');
  await expect(panel(page, 'Account Information')).toBeVisible();
  await expect(fact(page, 'Username')).toHaveText(named.username);
  await expect(fact(page, 'Email')).toHaveText(named.email);
  await expect(fact(page, 'Name')).toHaveText('Ada Lovelace');
  await expect(fact(page, 'Member since')).toHaveText(today);
  await expect(fact(page, 'Account status')).toHaveText('Active');
  await expect(fact(page, 'Followers')).toHaveText('1');
  await expect(fact(page, 'Following')).toHaveText('1');
});

// Specification 2 Profile: Account Information: username, email, name if any, member since, account status (Active),
//   counts ... no name, Inactive
test('Account Information: no name; account status Inactive', async ({ page, gamer }) => {
  await page.goto('/profile');
  await expect(fact(page, 'Username')).toHaveText(gamer.username);
  await expect(fact(page, 'Name')).toHaveCount(0);
  // Inactive users cannot sign in, so only a fake response can show this state.
  for (const call of ['verify-token', 'profile']) {
    const answer = await (await page.request.get(`/api/auth/${call}`)).json();
    const json = { ...answer, user: { ...answer.user, is_active: false } };
    await page.route(`**/api/auth/${call}`, (route) => route.fulfill({ json }));
  }
  await page.reload();
  await expect(fact(page, 'Account status')).toHaveText('Inactive');
});

// Specification 2 Profile: Sign Out
test('Sign Out', async ({ page, request }) => {
  await signIn(page, await createAccount(request));
  await page.goto('/profile');
  await panel(page, 'Account Information').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
});

// Specification 2 Profile: Delete Account: a confirmation, then an alert; no call is made
// Specification 9 Limits: Account deletion is not implemented
test('Delete Account: a confirmation, then an alert; no call', async ({ page, gamer }) => {
  await page.goto('/profile');
  await expect(fact(page, 'Username')).toHaveText(gamer.username);
  const writes: string[] = [];
  page.on('request', (request) => {
    // The page's reads do not count.
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
  });
  const open = page.getByRole('button', { name: 'Delete Account' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await open.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await open.click();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toHaveText('Account deletion is coming soon.');
  expect(writes).toEqual([]);
  await page.reload();
  await expect(fact(page, 'Username')).toHaveText(gamer.username);
});

// Specification 2 Profile: Game Statistics
// Specification 9 Limits: Average rating and total hours with 1 decimal; ratings above 0 only (own)
test('Game Statistics: totals and 1 decimal', async ({ page, stock }) => {
  await stock({
    pong: { status: 'playing', rating: 8, hours_played: 10.5, platform_id: platforms.arcade },
    breakout: { status: 'playing', rating: 7, hours_played: 1.5 },
    frogger: { status: 'completed', rating: 8, hours_played: 1 },
    galaga: { status: 'dropped' },
  });
  await page.goto('/profile');
  await expect(fact(page, 'Total games')).toHaveText('4');
  await expect(fact(page, 'Average rating')).toHaveText('7.7');
  await expect(fact(page, 'Total hours')).toHaveText('13.0');
  for (const [status, count] of Object.entries({
    'Want to Play': '0',
    Playing: '2',
    Completed: '1',
    Dropped: '1',
    Collection: '0',
  })) {
    await expect(fact(page, status), status).toHaveText(count);
  }
});

test('wraps no figure on a phone', async ({ page, stock }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await stock({ pong: { hours_played: 21_442.5 } });
  await page.goto('/profile');
  await expect(fact(page, 'Total hours')).toHaveText('21,442.5');
  const lines = await fact(page, 'Total hours').evaluate((figure) => {
    const range = document.createRange();
    range.selectNodeContents(figure);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('figures link to their games, and settings have an address', async ({ page, stock }) => {
  await stock({
    pong: { status: 'playing', hours_played: 10, rating: 9, platform_id: platforms.arcade },
    frogger: { status: 'completed', hours_played: 2, platform_id: platforms.atari2600 },
  });
  const shown = page.getByRole('main').locator('[data-guid] a:not([aria-hidden])');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Playing', exact: true }).click();
  await expect(page).toHaveURL('/library?status=playing');
  await expect(shown).toHaveText(['Pong']);
  await page.goBack();
  await page.getByRole('list', { name: 'Hours by platform' }).getByRole('link', { name: 'Atari 2600' }).click();
  await expect(page).toHaveURL('/library?platform=atari-2600');
  await expect(shown).toHaveText(['Frogger']);
  await page.goBack();
  await page.getByRole('navigation', { name: 'Profile pages' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/profile#settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeInViewport();
});

// Specification 2 Profile: Game Statistics ... of the vault as it now is
test('Game Statistics follow the vault; empty vault', async ({ page, openVault }) => {
  await openVault({ pong: { status: 'playing', rating: 4 } }, '?view=list');
  await page.getByRole('button', { name: 'Remove Pong' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(panel(page, 'Game Statistics').getByRole('heading', { name: 'No games yet' })).toBeVisible();
});

// Specification 2 Profile: Preferences: Theme (Dark/Light); it works
test('Preferences: Theme (Dark/Light)', { tag: '@mobile' }, async ({ page }) => {
  await page.goto('/profile');
  const theme = page.getByLabel('Theme', { exact: true });
  await expect(theme.locator('option')).toHaveText(['Dark', 'Light']);
  await expect(theme.locator('option:checked')).toHaveText('Dark');
  const root = page.locator('html');
  await expect(root).not.toHaveAttribute('data-theme', 'light');
  await theme.selectOption('Light');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(theme.locator('option:checked')).toHaveText('Light');
});

// Specification 2 Profile: Preferences: Privacy (Public/Private); the server enforces it
test('Preferences: Privacy (Public/Private)', async ({ page, request, friend }) => {
  const owner = await createAccount(request);
  await request.post('/api/games/library/add-external', { data: { guid: '3030-20001', name: 'Pong' } });
  const seenByFriend = async () =>
    (await (await friend.request.get(`/api/users/${owner.id}`)).json()).library?.length as number | undefined;
  await expect.poll(seenByFriend).toBe(1);
  await signIn(page, owner);
  await page.goto('/profile');
  const privacy = page.getByLabel('Privacy', { exact: true });
  await expect(privacy.locator('option')).toHaveText(['Public', 'Private']);
  await expect(privacy.locator('option:checked')).toHaveText('Public');
  await privacy.selectOption('Private');
  await expect(page.getByText('Others see only the games that you share.')).toBeVisible();
  await expect.poll(seenByFriend).toBe(0);
  await page.reload();
  await expect(privacy.locator('option:checked')).toHaveText('Private');
});

// Specification 8 Errors: Profile: 'Failed to load profile'
test("profile: 'Failed to load profile'", { tag: '@faults' }, async ({ page, gamer, processes }) => {
  await page.goto('/');
  await expect(page.getByText(`Welcome, ${gamer.username}`)).toBeVisible();
  await processes.stop('auth');
  await page.getByRole('link', { name: 'Profile' }).click();
  await giveUp(page);
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText(/^Failed to load profile(?! data)/);
  // The page still shows the session's own data.
  await expect(fact(page, 'Username')).toHaveText(gamer.username);
  await processes.start('auth');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toBeHidden();
});

// Specification 8 Errors: Profile: 'Failed to load profile' ... and 'Failed to load profile data'
test("profile: 'Failed to load profile data'", async ({ page }) => {
  await page.route('**/api/auth/profile', (route) => route.abort());
  await page.goto('/profile');
  await giveUp(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load profile data');
});
