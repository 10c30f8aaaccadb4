import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test as base, createAccount, emptyVault, type Gamer, signIn } from './accounts.ts';
import { someName } from './gamer.ts';

/** Games that the provider knows, by their guid. Comments name year and platforms. */
export const games = {
  /** 1972. Arcade. */
  pong: { guid: '3030-20001', name: 'Pong' },
  /** Without a full date. Arcade, Atari 2600. */
  breakout: { guid: '3030-20003', name: 'Breakout' },
  /** 1980. Arcade, Nintendo Entertainment System and others. */
  pacMan: { guid: '3030-20010', name: 'Pac-Man' },
  /** 1981. Arcade, Atari 2600, Commodore 64 and others. */
  frogger: { guid: '3030-20015', name: 'Frogger' },
  /** Arcade, Nintendo Entertainment System, Atari 7800. */
  galaga: { guid: '3030-20016', name: 'Galaga' },
  /** Arcade. */
  tempest: { guid: '3030-20018', name: 'Tempest' },
} as const;

export type Title = keyof typeof games;

/** The fields of an entry; the server fills in its defaults for the others. */
interface EntryWords {
  readonly status?: 'want_to_play' | 'playing' | 'completed' | 'dropped' | 'collection';
  readonly rating?: number;
  readonly hours_played?: number;
  readonly platform_id?: number | 'not_listed';
  readonly is_shared?: boolean;
}

/** Platform ids by their display names. */
export const platforms = { arcade: 84, atari2600: 40, nes: 21, commodore64: 14, pc: 94 } as const;

/** Adds a game by its guid to the vault of the user of `request`, once the library service knows the game. */
export async function addByGuid(request: APIRequestContext, guid: string, words: object = {}): Promise<string> {
  const add = () => request.post('/api/games/library/add', { data: { game_guid: guid, ...words } });
  let answer = await add();
  if (answer.status() === 404) {
    await expect(async () => {
      await request.get(`/api/games/${guid}`);
      answer = await add();
      expect(answer.status()).toBe(201);
    }).toPass();
  }
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).user_game.id;
}

export async function addGame(request: APIRequestContext, title: Title, words: EntryWords = {}): Promise<string> {
  const { is_shared, ...fields } = words;
  const id = await addByGuid(request, games[title].guid, fields);
  if (is_shared) await request.put(`/api/games/library/${id}`, { data: { is_shared } });
  return id;
}

type Shelf = Readonly<Partial<Record<Title, EntryWords>>>;

/** Fills an empty vault in the order of `shelf`, one after the other. */
export async function fillVault(request: APIRequestContext, shelf: Shelf): Promise<void> {
  for (const [title, words] of Object.entries(shelf)) await addGame(request, title as Title, words);
}

/** A worker's first visit loads and compiles scripts, which is slow on shared cores. */
export const firstVisit = { timeout: 30_000 };

/**
 * Adds ten games, Ten 10 to Ten 19, that only the signed-in user has, all of them playing, and opens the vault.
 * @param query of its address, such as `?sort=recent`
 */
export async function openTen(page: Page, query = ''): Promise<void> {
  await emptyVault(page);
  for (const number of [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]) {
    const data = { guid: `3030-7700${number}`, name: `Ten ${number}`, status: 'playing' };
    expect((await page.request.post('/api/games/library/add-external', { data })).status()).toBe(201);
  }
  await page.goto(`/library${query}`);
  await expect(page.getByText('10 of 10 games')).toBeVisible(firstVisit);
}

interface Fixtures {
  /** Signs in the worker's gamer with exactly these games in the vault, added in this order. */
  readonly stock: (shelf: Shelf) => Promise<void>;
  /** Also opens the vault. @param query of its address, such as `?sort=recent` */
  readonly openVault: (shelf: Shelf, query?: string) => Promise<void>;
}

/** Another user with a vault, and the means to act for them. */
export interface Friend extends Gamer {
  readonly request: APIRequestContext;
}

/** The friend's vault. Two of its four games are shared. */
const friendsShelf: Shelf = {
  pong: { status: 'completed', rating: 9, hours_played: 10, is_shared: true },
  breakout: { status: 'playing', rating: 6, hours_played: 2.5, platform_id: platforms.atari2600 },
  frogger: { status: 'want_to_play', is_shared: true },
  galaga: { status: 'playing', rating: 7, hours_played: 1 },
};

/** Extends Playwright's test with the worker's gamer signed in and a vault to fill. */
export const test = base.extend<Fixtures, { readonly friend: Friend }>({
  // A service worker would respond where a test cuts the network.
  serviceWorkers: 'block',
  page: async ({ page, gamer }, use) => {
    await signIn(page, gamer);
    await use(page);
  },
  stock: async ({ page }, use) => {
    await use(async (shelf) => {
      await emptyVault(page);
      await fillVault(page.request, shelf);
    });
  },
  openVault: async ({ page, stock }, use) => {
    await use(async (shelf, query = '') => {
      await stock(shelf);
      await page.goto(`/library${query}`);
      const count = Object.keys(shelf).length;
      await expect(page.getByText(new RegExp(`of ${count} games`))).toBeVisible(firstVisit);
    });
  },
  friend: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL });
      const names = { first_name: 'Grace', last_name: 'Hopper' };
      const friend = await createAccount(request, someName('friend'), names);
      await fillVault(request, friendsShelf);
      // Wait until other users see all changes.
      const arrived = async () => (await (await request.get(`/api/users/${friend.id}`)).json()).library?.length;
      await expect.poll(arrived).toBe(Object.keys(friendsShelf).length);
      await use({ ...friend, request });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

/** Opens the friend's page, which has four games. */
export async function openPageOf(page: Page, friend: Friend): Promise<void> {
  await page.goto(`/users/${friend.id}`);
  await expect(page.getByText(/ of 4 games/)).toBeVisible(firstVisit);
}

/** Returns the games of the vault or of a user's page, in either view. */
export const shelfOf = (page: Page) => page.getByRole('main').locator('[data-guid]');

/** Returns the names of the visible games, in order. */
export const shownTitles = (page: Page) => shelfOf(page).locator('a:not([aria-hidden])');

/** Returns one game in either view. */
export const gameOn = (page: Page, title: Title) =>
  page.getByRole('main').locator(`[data-guid="${games[title].guid}"]`);

/** Acts on a game in the vault by its button, such as 'Edit Pong': on touch, one button hides all actions of a card. */
export async function act(
  page: Page,
  action: 'Edit' | 'Remove' | 'Share' | 'Add to list',
  name: string,
): Promise<void> {
  const words = action === 'Add to list' ? `Add ${name} to a list` : `${action} ${name}`;
  const own = page.getByRole('button', { name: words });
  const more = page.getByRole('button', { name: `More for ${name}` });
  await expect(own.or(more).first()).toBeVisible();
  // The available buttons may change while the page measures itself.
  await expect(async () => {
    if (!(await own.isVisible())) await more.click({ timeout: 5000 });
    await own.click({ timeout: 5000 });
  }).toPass();
}

/** Rates a game in the vault by the edit form. */
export async function rate(page: Page, name: string, rating: string): Promise<void> {
  await act(page, 'Edit', name);
  const form = page.getByRole('dialog', { name: 'Edit game' });
  await form.getByLabel('Rating (1-10)').fill(rating);
  await form.getByRole('button', { name: 'Save' }).click();
}

/** Returns the server's entries of the signed-in user. */
export const savedEntries = async (page: Page) => (await (await page.request.get('/api/games/library')).json()).library;

/** Returns the server's entry of a game in the vault. */
export const savedAs = async (page: Page, title: Title) =>
  (await savedEntries(page)).find(({ guid }: { readonly guid: string }) => guid === games[title].guid);
