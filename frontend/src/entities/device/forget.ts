import { forgetVaultView } from '../../lib/kept-vault-view.ts';
import { forgetSearches } from '../../lib/recent-searches.ts';
import { keepUnsent } from './keep-unsent.ts';
import { databaseOf } from './names.ts';
import { noteNextAsk } from './next-ask.ts';

/** Takes away a database, as soon as no tab has it open any more: each lets go of it when it hears of that. */
const remove = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });

/**
 * Takes the answers that were asked for ahead (app/ask-ahead.ts) in a session that was over: whoever signs in next in this page
 * would be given them.
 */
function dropAskedAhead(): void {
  const asked = globalThis.document?.querySelectorAll<HTMLLinkElement>('link[as=fetch]:not([href$=verify-token])');
  for (const { href } of asked ?? []) fetch(href, { credentials: 'include' }).catch(() => undefined);
}

/**
 * Takes away what this device keeps of a user's vault.
 * @param userId whose; of everybody when it is left out
 * @param withUnsent also what the server has not been told yet; else that alone stays, until its user is back
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
    // A browser that keeps nothing has nothing to forget.
  }
}
