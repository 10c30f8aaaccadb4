import { expect, type Page } from '@playwright/test';

interface Kept {
  readonly entries: readonly { readonly guid: string; readonly status: string }[];
  readonly queue: readonly { readonly call: string }[];
}

/** Returns the vault data that this browser stores; null when it stores none. */
export const keptOn = (page: Page): Promise<Kept | null> =>
  page.evaluate(async () => {
    const prefix = 'nightshelf-vault-';
    const name = (await indexedDB.databases())
      .map((database) => database.name ?? '')
      .find((one) => one.startsWith(prefix));
    if (!name) return null;
    const { promise: opened, resolve } = Promise.withResolvers<IDBDatabase | null>();
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    // Opening a database that has just been deleted must not create an empty one, which the product would accept.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(null);
    const database = await opened;
    if (!database?.objectStoreNames.contains('queue')) {
      database?.close();
      return null;
    }
    const all = (store: string) => {
      const read = Promise.withResolvers<never[]>();
      const request = database.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => read.resolve(request.result as never[]);
      request.onerror = read.reject;
      return read.promise;
    };
    const kept = { entries: await all('entries'), queue: await all('queue') };
    database.close();
    return kept;
  });

/** Waits until the browser has stored the client, and reloads the page, which can then be opened offline. */
export async function untilInstalled(page: Page): Promise<void> {
  // The page registers the worker once it is idle.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Returns the line with the number of unsent changes. */
export const waitingLine = (page: Page, changes: number) =>
  page
    .getByRole('status')
    .filter({ hasText: changes === 1 ? /^1 change is pending\./ : new RegExp(`^${changes} changes are pending\\.`) });
