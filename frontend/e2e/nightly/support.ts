import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { createAccount, type Gamer } from '../support/accounts.ts';
import { keptOn, untilInstalled, waitingLine } from '../support/device.ts';
import { shownTitles } from '../support/shelf.ts';

interface OwnWords {
  readonly name: string;
  readonly guid?: string;
  readonly [field: string]: unknown;
}

/** Adds a game as the client describes it, which no provider needs to know. @returns the ids of entry and game */
export async function addDescribed(request: APIRequestContext, game: OwnWords): Promise<{ id: string; guid: string }> {
  const data = { guid: `3030-${Date.now()}`, status: 'playing', ...game };
  const answer = await request.post('/api/games/library/add-external', { data });
  expect(answer.status(), `${game.name}: ${await answer.text()}`).toBe(201);
  return (await answer.json()).user_game;
}

/** Signs in a new user, in a browser that can open the client offline. */
export async function installForNewUser(page: Page): Promise<Gamer> {
  const gamer = await createAccount(page.request);
  await page.goto('/');
  await untilInstalled(page);
  return gamer;
}

/** Waits until the browser has stored the vault. */
export const untilKept = (page: Page, entries = 1): Promise<void> =>
  expect.poll(async () => (await keptOn(page))?.entries.length).toBe(entries);

/** Waits until no change is unsent. */
export const untilSent = (page: Page): Promise<void> =>
  expect.poll(async () => (await keptOn(page))?.queue).toEqual([]);

/** Rates Pong in the open vault while the browser goes offline, after the form's code has loaded. */
export async function rateOffline(page: Page, rating: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit Pong' }).click();
  const form = page.getByRole('dialog', { name: 'Edit game' });
  await form.getByLabel('Rating (1-10)').fill(rating);
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(waitingLine(page, 1)).toBeVisible();
}

/** Returns a day in the browser's time zone as an ISO date, `days` from now. */
export function dayFromNow(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  // Swedish dates have the ISO format.
  return day.toLocaleDateString('sv-SE');
}

export const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected games' });

/** Selects every game of the open vault. */
export async function selectAll(page: Page): Promise<void> {
  await shownTitles(page)
    .first()
    .click({ modifiers: ['Shift'] });
  await selectionBar(page).getByRole('button', { name: 'Select all' }).click();
}

/** Chooses a status for the selected games. */
export async function changeSelected(page: Page, status: string): Promise<void> {
  await selectionBar(page).getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemradio', { name: status }).click();
}

/** Signs out by the top bar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

/** Collects the paths and queries of the page's requests that match. */
export function requestsOf(page: Page, address: RegExp): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (address.test(pathname + search)) requests.push(pathname + search);
  });
  return requests;
}
