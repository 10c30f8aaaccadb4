import { expect, type Page } from '@playwright/test';
import { createAccount, follow, type Gamer } from './accounts.ts';
import { choose } from './entry-form.ts';
import { featureScreens } from './feature-screens.ts';
import { otherSession, searchUsers, someName } from './gamer.ts';
import { resetLinkFor } from './mail.ts';
import { giveUp, untilQuiet, waitingNotice } from './network.ts';
import { openPalette } from './palette.ts';
import { at, heading, type Screen, screen, signedIn } from './screen.ts';
import { securityScreens } from './security-screens.ts';
import { act, savedAs } from './shelf.ts';

/** Games that the provider knows, so that other users see them too. */
const shelf = [
  { guid: '3030-20001', name: 'Pong', status: 'want_to_play' },
  { guid: '3030-20003', name: 'Breakout', status: 'playing' },
  { guid: '3030-20010', name: 'Pac-Man', status: 'completed' },
  { guid: '3030-20015', name: 'Frogger', status: 'dropped' },
  { guid: '3030-20016', name: 'Galaga', status: 'collection' },
];

/** Adds a game of every status to the signed-in user's vault, keeping existing ones. */
export async function fillShelf({ request }: Pick<Page, 'request'>): Promise<void> {
  for (const game of shelf) {
    const data = { ...game, rating: 7, hours_played: 12.5 };
    const answer = await request.post('/api/games/library/add-external', { data });
    expect([201, 409]).toContain(answer.status());
  }
}

const vault = (name: string, query: string, then?: (page: Page) => Promise<unknown>): Screen =>
  signedIn(
    name,
    async (page) => {
      await fillShelf(page);
      await page.goto(`/library${query}`);
      await expect(page.getByText(/ of \d+ games/)).toBeVisible();
      await then?.(page);
    },
    { differsByTouch: Boolean(then) },
  );

/** Creates another user whom the directory lists. */
async function createOther(page: Page, privacy?: 'private'): Promise<Pick<Gamer, 'id' | 'username'>> {
  const request = await otherSession();
  const other = await createAccount(request, someName('reader'));
  await fillShelf({ request });
  if (privacy) expect((await request.patch('/api/auth/profile', { data: { privacy } })).ok()).toBe(true);
  await request.dispose();
  const find = async () => (await page.request.get(`/api/users/search?q=${other.username}`)).text();
  await expect.poll(find).toContain(other.username);
  return other;
}

export const screens: readonly Screen[] = [
  at('home, signed out', '/', 'Daily Gaming Reviews'),
  at('home, signed in', '/', 'Daily Gaming Reviews', true),
  screen('a video', async (page) => {
    await page.goto('/');
    await page.getByRole('region', { name: 'Daily Gaming Reviews' }).getByRole('button').first().click();
    await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible();
  }),
  screen('home without its videos', async (page) => {
    await page.route('**/api/youtube/daily-reviews', (call) => call.abort());
    await page.goto('/');
    await giveUp(page);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  }),
  at('login', '/login', /sign in|welcome back/i),
  screen('login with errors', async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Username or email is required')).toBeVisible();
  }),
  at('register', '/register', 'Create your account'),
  screen('register with errors', async (page) => {
    await page.goto('/register');
    await page.getByLabel('Username').fill('a b');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Username can only contain letters, numbers, and underscores')).toBeVisible();
  }),
  at('choose a username, too late', '/choose-username', 'Choose a username'),
  screen('choose a username', async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Demo ID' }).click();
    // Uses a person without an account, because other tests create accounts for the others.
    await page.getByRole('button', { name: 'Kim Osei' }).click();
    await expect(page.getByLabel('Username')).not.toHaveValue('');
  }),
  at('forgot password', '/forgot-password', /password/i),
  screen('forgot password, asked for a link', async (page) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Username or email').fill(someName('unknown'));
    await page.getByRole('button', { name: 'Send link' }).click();
    await heading(page, 'Check your email');
  }),
  screen('reset password', async (page) => {
    const request = await otherSession();
    const { username, email } = await createAccount(request);
    await request.post('/api/auth/forgot-password', { data: { username_or_email: username } });
    await page.goto(await resetLinkFor(email));
    await expect(page.getByText('it was never confirmed')).toBeVisible();
  }),
  at('reset password by an expired link', `/reset-password#token=${'t'.repeat(43)}`, 'This link does not work'),
  at('confirm an address by an incomplete link', '/verify-email', 'This link does not work', true),
  at('undo a change of the address', `/undo-email-change#token=${'t'.repeat(43)}`, 'Keep your address?'),
  at('reset password by an incomplete link', '/reset-password', 'This link does not work'),
  screen('search results', async (page) => {
    await page.goto('/search?q=zelda');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByText(/games found/)).toBeVisible();
  }),
  signedIn(
    'search results with the form to add a game',
    async (page) => {
      await page.goto('/search?q=mario');
      await expect(page.getByRole('article').first()).toBeVisible();
      // The provider's games appear after and between the stored ones.
      await expect(page.getByText(/Searching (for|the game database)/)).toHaveCount(0);
      const card = page.getByRole('main').getByRole('listitem').first();
      await card.hover();
      await card.getByRole('button', { name: /^Add/ }).click();
      await expect(card.getByRole('button', { name: 'Submit' })).toBeVisible();
    },
    { differsByTouch: true },
  ),
  signedIn(
    'suggestions',
    async (page) => {
      await page.request.get('/api/games/3030-20010');
      await page.goto('/search');
      await page.getByRole('combobox', { name: 'Search games' }).fill('pac');
      await expect(page.getByRole('option').first()).toBeVisible();
      await untilQuiet(page);
      await page.keyboard.press('ArrowDown');
    },
    { differsByTouch: true },
  ),
  signedIn('command palette', async (page) => {
    await page.request.get('/api/games/3030-20010');
    await page.goto('/search');
    await heading(page, 'No search query');
    await openPalette(page);
    await page.keyboard.type('pac');
    await expect(page.getByRole('option', { name: /Pac-Man/ }).first()).toBeVisible();
  }),
  at('search without result', '/search?q=qqxxzzyy', 'No games found for "qqxxzzyy"'),
  screen('search without the provider', async (page) => {
    await page.request.get('/api/games/3030-10016');
    await page.route('**/api/games/search/external**', (call) => call.abort());
    await page.goto('/search?q=zelda');
    await giveUp(page);
    await expect(page.getByText('API search unavailable', { exact: false })).toBeVisible();
  }),
  screen('search that failed', async (page) => {
    const json = {
      success: false,
      code: 'catalog.provider_failed',
      message: 'All proxies failed: the provider could not be reached',
    };
    await page.route('**/api/games/search**', (call) => call.fulfill({ status: 503, json }));
    await page.goto('/search?q=zelda');
    await heading(page, 'Search Error');
  }),
  at('search without query', '/search', 'No search query'),
  at('game', '/game/3030-20010', 'Pac-Man'),
  at('game, signed in', '/game/3030-20010', 'Pac-Man', true),
  at('game not found', '/game/3030-0', 'Game Not Found'),
  at('not found', '/nowhere', /not found/i),
  at('terms', '/terms', 'Terms of Service'),
  at('privacy', '/privacy', 'Privacy Policy'),
  vault('vault as cards', ''),
  vault('vault as a list', '?view=list'),
  vault('vault without a match', '?q=qqxxzzyy', (page) => heading(page, 'No games found')),
  vault('vault with the form to edit', '', async (page) => {
    await act(page, 'Edit', 'Pong');
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  vault('vault with games selected, and the menu of statuses', '', async (page) => {
    await page.getByRole('main').getByRole('link', { name: 'Pong' }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('region', { name: 'Selected games' }).getByRole('button', { name: 'Status' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Playing' })).toBeVisible();
  }),
  vault('vault with the overview of its keys', '?view=list', async (page) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  }),
  vault('vault with an edit that met another', '', async (page) => {
    const { id, rating } = await savedAs(page, 'pong');
    await act(page, 'Edit', 'Pong');
    const form = page.getByRole('dialog');
    await choose(form, 'Status', 'Dropped');
    await form.getByLabel('Rating (1-10)').fill('3');
    const status = rating === 9 ? 'playing' : 'completed';
    await page.request.put(`/api/games/library/${id}`, { data: { status, rating: rating === 9 ? 8 : 9 } });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog', { name: 'Changed elsewhere' })).toBeVisible();
  }),
  screen('home while the product is not reached', async (page) => {
    await page.route('**/api/youtube/**', (call) => call.abort());
    await page.goto('/');
    await expect(waitingNotice(page)).toBeVisible();
  }),
  screen('empty vault', async (page) => {
    await createAccount(page.request, someName('empty'));
    await page.goto('/library');
    await heading(page, 'No games yet');
  }),
  signedIn(
    'vault after a removal',
    async (page) => {
      await fillShelf(page);
      await page.goto('/library');
      await act(page, 'Remove', 'Pong');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    },
    { differsByTouch: true },
  ),
  signedIn('vault that did not load', async (page) => {
    await page.route('**/api/games/library', (call) => call.abort());
    await page.goto('/library');
    await giveUp(page);
    await heading(page, 'Failed to load your library');
  }),
  at('notifications', '/notifications', 'Notifications', true),
  screen('notifications that are unread', async (page) => {
    const { id } = await createAccount(page.request, someName('followed'));
    const request = await otherSession();
    await createAccount(request, someName('follower'));
    await follow(request, id);
    await request.dispose();
    const unread = async () => (await (await page.request.get('/api/notifications')).json()).unread;
    await expect.poll(unread).toBe(1);
    await page.goto('/notifications');
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  }),
  at('users', '/users', 'Find Users', true),
  signedIn('users without result', async (page) => {
    await page.goto('/users');
    await searchUsers(page, 'qqxxzzyy');
    await heading(page, 'No users found for "qqxxzzyy"');
  }),
  signedIn('users with results', async (page) => {
    const { username } = await createOther(page);
    await page.goto('/users');
    await searchUsers(page, username);
    await expect(page.getByRole('article').filter({ hasText: username })).toBeVisible();
  }),
  signedIn('user page', async (page) => {
    const { id, username } = await createOther(page);
    await page.goto(`/users/${id}`);
    await heading(page, username, 1);
  }),
  signedIn('user page as a list', async (page) => {
    const { id, username } = await createOther(page);
    await page.goto(`/users/${id}`);
    await heading(page, username, 1);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
  }),
  signedIn('user page of a private user', async (page) => {
    const { id, username } = await createOther(page, 'private');
    await page.goto(`/users/${id}`);
    await heading(page, username, 1);
    await heading(page, 'No games to see');
  }),
  at('user page of an unknown user', '/users/00000000-0000-7000-8000-000000000000', /failed to load|not found/i, true),
  screen('profile without games', async (page) => {
    await createAccount(page.request, someName('empty'));
    await page.goto('/profile');
    await heading(page, 'Game Statistics');
  }),
  signedIn('profile, asked whether to delete the account', async (page) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  ...featureScreens,
  ...securityScreens,
  signedIn('profile', async (page) => {
    await fillShelf(page);
    await page.goto('/profile');
    await heading(page, 'Account Information');
    await heading(page, 'Preferences');
  }),
];
