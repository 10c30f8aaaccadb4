/**
 * Browser caches with user data: all with the prefix `nightshelf-` are emptied at sign-out and before another user. The
 * worker that fills the covers' cache is built by build/installable.ts.
 */
export const tonightCache = 'nightshelf-tonight';

/** Undefined in insecure contexts, which have no offline support. */
export const userCaches = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

/** Deletes the stored data of any user: vault, responses, covers and the records of these covers. */
export async function forgetUserCaches(): Promise<void> {
  const names = (await userCaches()?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith('nightshelf-')).map((name) => userCaches()?.delete(name)));
  await forgetCoverRecords();
}

/** Where workbox-expiration (see build/installable.ts) records each cover's URL and when it was shown. */
const coverRecords = { database: 'workbox-expiration', store: 'cache-entries' };

/** Clears the records instead of deleting their database, which the worker keeps open. */
function forgetCoverRecords(): Promise<void> {
  const { indexedDB } = globalThis as { indexedDB?: IDBFactory };
  if (!indexedDB) return Promise.resolve();
  return new Promise((resolve) => {
    const opening = indexedDB.open(coverRecords.database);
    // Do not create an empty database: it would keep the worker from creating its own.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      const database = opening.result;
      const clearing = database.transaction(coverRecords.store, 'readwrite');
      clearing.objectStore(coverRecords.store).clear();
      clearing.oncomplete = clearing.onabort = () => {
        database.close();
        resolve();
      };
    };
  });
}
