import { isPending } from '../library/sync/change.ts';
import { openKept } from './schema.ts';

/**
 * Takes away all but what the server has not been told yet.
 * @returns whether there is any of that
 */
export async function keepUnsent(userId: string): Promise<boolean> {
  const database = await openKept(userId);
  if (!database) return false;
  try {
    const transaction = database.transaction(['entries', 'meta', 'queue'], 'readwrite');
    await Promise.all([
      transaction.objectStore('entries').clear(),
      transaction.objectStore('meta').clear(),
      transaction.done,
    ]);
    return (await database.count('queue')) > 0;
  } finally {
    database.close();
  }
}

/** Takes away changes that the server has been told since what is kept could no longer be written. */
export async function dropUnsent(userId: string, keys: readonly string[]): Promise<void> {
  const database = await openKept(userId);
  try {
    await Promise.all(keys.map((key) => database?.delete('queue', key)));
  } finally {
    database?.close();
  }
}

/** How many changes of a user the server has not been told yet; 0 where nothing is kept. */
export async function countUnsent(userId: string): Promise<number> {
  const database = await openKept(userId);
  if (!database) return 0;
  try {
    return (await database.getAll('queue')).filter(isPending).length;
  } finally {
    database.close();
  }
}
