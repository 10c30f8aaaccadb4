import { expect } from '@playwright/test';
import { createAccount, follow, signIn } from './support/accounts.ts';
import { someName } from './support/gamer.ts';
import { giveUp } from './support/network.ts';
import { factOf, panelOf } from './support/screen.ts';
import { platforms, test } from './support/shelf.ts';

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date());

// Specification 2 Profile: Account Information: username, email, name if any, member since, account status (Active),
//   counts
// Specification 2 Profile: Delete Account: a confirmation, then an alert; no call is made
// Specification 2 Profile: Preferences: Theme (Dark/Light); it works
// Specification 2 Profile: Preferences: Privacy (Public/Private); the server enforces it
// Specification 2 Profile: Sign Out
// Specification 8 Errors: Profile: 'Failed to load profile' ... and 'Failed to load profile data'
// Specification 9 Limits: Account deletion is not implemented
test('account, deletion, theme, privacy and Sign Out', async ({ page, request, friend }) => {
  const named = await createAccount(request, someName('ada'), { first_name: 'Ada', last_name: 'Lovelace' });
  await request.post('/api/games/library/add-external', { data: { guid: '3030-20001', name: 'Pong' } });
  await follow(friend.request, named.id);
  await follow(request, friend.id);
  // The counts come from another service, which events update.
  const counts = async () => {
    const { user } = await (await request.get('/api/auth/profile')).json();
    return [user.follower_count, user.following_count];
  };
  await expect.poll(counts).toEqual([1, 1]);
  const seenByFriend = async () =>
    (await (await friend.request.get(`/api/users/${named.id}`)).json()).library?.length as number | undefined;
  await expect.poll(seenByFriend).toBe(1);
  await signIn(page, named);

  await test.step('Failed to load profile data', async () => {
    await page.route('**/api/auth/profile', (route) => route.abort());
    await page.goto('/profile');
    await giveUp(page);
    const message = page.getByRole('main').getByRole('alert');
    await expect(message).toContainText('Failed to load profile data');
    await page.unroute('**/api/auth/profile');
    await message.getByRole('button', { name: 'Try again' }).click();
    await expect(message).toBeHidden();
  });

  await test.step('Account Information', async () => {
    await expect(panelOf(page, 'Account Information')).toBeVisible();
    await expect(factOf(page, 'Username')).toHaveText(named.username);
    await expect(factOf(page, 'Email')).toHaveText(named.email);
    await expect(factOf(page, 'Name')).toHaveText('Ada Lovelace');
    await expect(factOf(page, 'Member since')).toHaveText(today);
    await expect(factOf(page, 'Account status')).toHaveText('Active');
    await expect(factOf(page, 'Followers')).toHaveText('1');
    await expect(factOf(page, 'Following')).toHaveText('1');
  });

  await test.step('Delete Account: a confirmation, then an alert; no call', async () => {
    const writes: string[] = [];
    page.on('request', (sent) => {
      // The page's reads do not count.
      if (sent.method() !== 'GET') writes.push(`${sent.method()} ${sent.url()}`);
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
  });

  await test.step('Theme and Privacy', async () => {
    const theme = page.getByLabel('Theme', { exact: true });
    const privacy = page.getByLabel('Privacy', { exact: true });
    const root = page.locator('html');
    await expect(theme.locator('option')).toHaveText(['Dark', 'Light']);
    await expect(theme.locator('option:checked')).toHaveText('Dark');
    await expect(root).not.toHaveAttribute('data-theme', 'light');
    await theme.selectOption('Light');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(privacy.locator('option')).toHaveText(['Public', 'Private']);
    await expect(privacy.locator('option:checked')).toHaveText('Public');
    await privacy.selectOption('Private');
    await expect(page.getByText('Others see only the games that you share.')).toBeVisible();
    await expect.poll(seenByFriend).toBe(0);
    await page.reload();
    await expect(privacy.locator('option:checked')).toHaveText('Private');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await expect(theme.locator('option:checked')).toHaveText('Light');
  });

  await panelOf(page, 'Account Information').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
});

// Specification 2 Profile: Account Information: username, email, name if any, member since, account status (Active),
//   counts ... no name, Inactive
// Specification 2 Profile: Game Statistics
// Specification 2 Profile: Game Statistics ... of the vault as it now is
// Specification 9 Limits: Average rating and total hours with 1 decimal; ratings above 0 only (own)
test('Game Statistics; an inactive account without a name', { tag: '@mobile' }, async ({ page, stock, gamer }) => {
  await stock({
    pong: { status: 'playing', rating: 8, hours_played: 10.5, platform_id: platforms.arcade },
    breakout: { status: 'playing', rating: 7, hours_played: 1.5 },
    frogger: { status: 'completed', rating: 8, hours_played: 1 },
    galaga: { status: 'dropped' },
  });
  await page.goto('/profile');
  await expect(factOf(page, 'Total games')).toHaveText('4');
  await expect(factOf(page, 'Average rating')).toHaveText('7.7');
  await expect(factOf(page, 'Total hours')).toHaveText('13.0');
  for (const [status, count] of Object.entries({
    'Want to Play': '0',
    Playing: '2',
    Completed: '1',
    Dropped: '1',
    Collection: '0',
  })) {
    await expect(factOf(page, status), status).toHaveText(count);
  }
  await expect(factOf(page, 'Username')).toHaveText(gamer.username);
  await expect(factOf(page, 'Name')).toHaveCount(0);
  // Inactive users cannot sign in, so only a fake response can show this state.
  for (const call of ['verify-token', 'profile']) {
    const answer = await (await page.request.get(`/api/auth/${call}`)).json();
    const json = { ...answer, user: { ...answer.user, is_active: false } };
    await page.route(`**/api/auth/${call}`, (route) => route.fulfill({ json }));
  }
  await page.reload();
  await expect(factOf(page, 'Account status')).toHaveText('Inactive');
  await page.unrouteAll();

  // The open page follows the vault.
  await stock({});
  await expect(panelOf(page, 'Game Statistics').getByRole('heading', { name: 'No games yet' })).toBeVisible();
});
