import { isPending } from '../library/sync/change.ts';
import { isKept } from './names.ts';
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
