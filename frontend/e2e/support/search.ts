import { expect, type Locator, type Page } from '@playwright/test';

export const zelda = 'The Legend of Zelda: Breath of the Wild';

export const endpoints = {
  external: /\/api\/games\/search\/external\?/,
  cache: /\/api\/games\/cache-search-results$/,
  add: /\/api\/games\/library\/add/,
};

/** Returns the cards of the found games. */
export const cards = (page: Page) => page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');

export const cardOf = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Waits until the search of the game database has ended. */
export const searched = (page: Page) => expect(page.getByText(/Searching (for|the game database)/)).toHaveCount(0);

/** Opens the results of a search, and waits until all are shown. */
export async function openSearch(page: Page, query: string): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(query)}`);
  // Until the first card appears, the page does not show that a search runs.
  await expect(cards(page).first()).toBeVisible();
  await searched(page);
  // A long list renders in two steps.
  await expect(async () => {
    const [count] = /\d+/.exec((await page.getByText(/\(\d+ games? found\)/).textContent()) ?? '') ?? [];
    await expect(cards(page)).toHaveCount(Number(count), { timeout: 1000 });
  }).toPass();
}

/** @returns the form over the card, opened by its Add button */
export async function openForm(page: Page, name: string): Promise<Locator> {
  const card = cardOf(page, name);
  await card.hover();
  await card.getByRole('button', { name: /^Add/ }).click();
  return page.getByRole('form', { name: `Add ${name} to your vault` });
}
