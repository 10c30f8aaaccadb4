import { forgetVaultView } from '../../lib/kept-vault-view.ts';
import { forgetSearches } from '../../lib/recent-searches.ts';
import { keepUnsent } from './keep-unsent.ts';
import { databaseOf } from './names.ts';
import { noteNextAsk } from './next-ask.ts';

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
 * @param userId all users when omitted
 * @param withUnsent also deletes unsent changes; otherwise they stay until the user is back
 */
export async function forget(userId?: string, withUnsent = true): Promise<void> {
  noteNextAsk(null);
  forgetVaultView(userId);
  forgetSearches(userId);
  if (!withUnsent) dropAskedAhead();
  if (!globalThis.indexedDB) return;
  try {
    if (!userId) {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      await Promise.all(names.filter((name) => name.startsWith(databaseOf(''))).map(remove));
    } else if (withUnsent || !(await keepUnsent(userId))) await remove(databaseOf(userId));
  } catch {
    // A browser without storage has nothing to delete.
  }
}
