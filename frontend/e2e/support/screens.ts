import { expect, type Page } from '@playwright/test';
import { createAccount, type Gamer, signIn } from './accounts.ts';
import { someName } from './gamer.ts';

/** A screen in one of its states. */
export interface Screen {
  readonly name: string;
  /** Whether the worker's gamer is signed in. */
  readonly signedIn?: boolean;
  /** Brings the page there, and waits until it shows what it is about. */
  readonly open: (page: Page) => Promise<void>;
}

const heading = (page: Page, name: string | RegExp, level?: number) =>
  expect(page.getByRole('heading', level ? { name, level } : { name }).first()).toBeVisible();

/** A screen that is reached by its address, and is there with a heading. */
const at = (name: string, path: string, title: string | RegExp, signedIn = false): Screen => ({
  name,
  signedIn,
  open: async (page) => {
    await page.goto(path);
    await heading(page, title);
  },
});

/** Games that the provider knows, so that others see them too. */
const shelf = [
  { guid: '3030-20001', name: 'Pong', status: 'want_to_play' },
  { guid: '3030-20003', name: 'Breakout', status: 'playing' },
  { guid: '3030-20010', name: 'Pac-Man', status: 'completed' },
  { guid: '3030-20015', name: 'Frogger', status: 'dropped' },
  { guid: '3030-20016', name: 'Galaga', status: 'collection' },
];

/** Puts a game of every status into the vault of whoever is signed in; those that are there stay. */
export async function fillShelf(page: Page): Promise<void> {
  for (const game of shelf) {
    const data = { ...game, rating: 7, hours_played: 12.5 };
    const answer = await page.request.post('/api/games/library/add-external', { data });
    expect([201, 409]).toContain(answer.status());
  }
}

const vault = (name: string, query: string, then: (page: Page) => Promise<unknown> = async () => {}): Screen => ({
  name,
  signedIn: true,
  open: async (page) => {
    await fillShelf(page);
    await page.goto(`/library${query}`);
    await expect(page.getByText(/ of \d+ games/)).toBeVisible();
    await then(page);
  },
});

/** Somebody else whom the directory knows. */
async function somebodyElse(page: Page): Promise<Pick<Gamer, 'id' | 'username'>> {
  const mine = await page.context().cookies();
  await page.context().clearCookies();
  const other = await createAccount(page.request, someName('reader'));
  await fillShelf(page);
  await signIn(page, { ...other, cookies: mine });
  const find = async () => (await page.request.get(`/api/users/search?q=${other.username}`)).text();
  await expect.poll(find).toContain(other.username);
  return other;
}

export const screens: readonly Screen[] = [
  at('home, signed out', '/', 'Daily Gaming Reviews'),
  at('home, signed in', '/', 'Daily Gaming Reviews', true),
  {
    name: 'a video',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('region', { name: 'Daily Gaming Reviews' }).getByRole('button').first().click();
      await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible();
    },
  },
  at('login', '/login', /sign in|welcome back/i),
  {
    name: 'login with errors',
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Username or email is required')).toBeVisible();
    },
  },
  at('register', '/register', 'Create your account'),
  at('forgot password', '/forgot-password', /password/i),
  {
    name: 'search results',
    open: async (page) => {
      await page.goto('/search?q=zelda');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.getByText(/games found/)).toBeVisible();
    },
  },
  {
    name: 'search results with the form to add a game',
    signedIn: true,
    open: async (page) => {
      await page.goto('/search?q=mario');
      // The provider's games come after the stored ones, and between them.
      await page.waitForLoadState('networkidle');
      const card = page.getByRole('main').getByRole('listitem').first();
      await card.hover();
      await card.getByRole('button', { name: /^Add/ }).click();
      await expect(card.getByRole('button', { name: 'Submit' })).toBeVisible();
    },
  },
  at('search without result', '/search?q=qqxxzzyy', 'No games found for "qqxxzzyy"'),
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
    await page.getByRole('button', { name: 'Edit Pong' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  {
    name: 'empty vault',
    open: async (page) => {
      await createAccount(page.request, someName('empty'));
      await page.goto('/library');
      await heading(page, 'No games yet');
    },
  },
  {
    name: 'users with results',
    signedIn: true,
    open: async (page) => {
      const { username } = await somebodyElse(page);
      await page.goto('/users');
      await page.getByRole('searchbox', { name: 'Username' }).fill(username);
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await expect(page.getByRole('article').filter({ hasText: username })).toBeVisible();
    },
  },
  {
    name: 'user page',
    signedIn: true,
    open: async (page) => {
      const { id, username } = await somebodyElse(page);
      await page.goto(`/users/${id}`);
      await heading(page, username, 1);
    },
  },
  {
    name: 'profile',
    signedIn: true,
    open: async (page) => {
      await fillShelf(page);
      await page.goto('/profile');
      await heading(page, 'Account Information');
      await heading(page, 'Preferences');
    },
  },
];
