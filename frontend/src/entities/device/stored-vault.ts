import { forgetVaultView } from '../../lib/kept-vault-view.ts';
import { forgetSearches } from '../../lib/recent-searches.ts';
import { isPending } from '../library/sync/change.ts';
import { databaseOf, isKept } from './names.ts';
import { noteNextAsk } from './next-ask.ts';
import { openDatabase, type VaultDatabase } from './schema.ts';

/** Runs with a user's database, if there is one. */
async function withKept<Result>(userId: string, run: (database: VaultDatabase) => Promise<Result>) {
  if (!(await isKept(userId))) return undefined;
  const database = await openDatabase(userId, () => {}, false).catch(async (error) => {
    if (await isKept(userId)) throw error;
    // Another tab has just deleted it.
    return null;
  });
  return database ? run(database).finally(() => database.close()) : undefined;
}

/**
 * Deletes everything but unsent changes.
 * @returns whether there are any
 */
export const keepUnsent = async (userId: string): Promise<boolean | undefined> =>
  withKept(userId, async (database) => {
    const transaction = database.transaction(['entries', 'meta'], 'readwrite');
    await Promise.all([
      transaction.objectStore('entries').clear(),
      transaction.objectStore('meta').clear(),
      transaction.done,
    ]);
    return (await database.count('queue')) > 0;
  });

/** Drops changes that were acknowledged after the storage became unwritable. */
export const dropUnsent = (userId: string, keys: readonly string[]): Promise<unknown> =>
  withKept(userId, (database) => Promise.all(keys.map((key) => database.delete('queue', key))));

/** Returns the number of a user's unsent changes; 0 when nothing is stored. */
export const countUnsent = async (userId: string): Promise<number> =>
  (await withKept(userId, async (database) => (await database.getAll('queue')).filter(isPending).length)) ?? 0;

/** Deletes a database once all tabs have closed it, which they do on its `versionchange` event. */
const remove = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });

/**
 * Consumes responses that were preloaded (app/ask-ahead.ts) in the ended session: the next user of this page would
 * receive them.
 */
function dropAskedAhead(): void {
  const asked = globalThis.document?.querySelectorAll<HTMLLinkElement>('link[as=fetch]:not([href$=verify-token])');
  for (const { href } of asked ?? []) fetch(href, { credentials: 'include' }).catch(() => undefined);
}

/**
 * Deletes a user's vault from this device.
 * @param withUnsent also deletes unsent changes; otherwise they stay until the user is back
 */
export async function forget(userId: string, withUnsent = true): Promise<void> {
  noteNextAsk(null);
  forgetVaultView(userId);
  forgetSearches(userId);
  if (!withUnsent) dropAskedAhead();
  try {
    if (withUnsent || !(await keepUnsent(userId))) await remove(databaseOf(userId));
  } catch {
    // A browser without storage has nothing to delete.
  }
}
