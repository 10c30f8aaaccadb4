import { isPending } from '../library/sync/change.ts';
import { openKept } from './schema.ts';

/**
 * Deletes everything but unsent changes.
 * @returns whether there are any
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

/** Drops changes that were acknowledged after the storage became unwritable. */
export async function dropUnsent(userId: string, keys: readonly string[]): Promise<void> {
  const database = await openKept(userId);
  try {
    await Promise.all(keys.map((key) => database?.delete('queue', key)));
  } finally {
    database?.close();
  }
}

/** Returns the number of a user's unsent changes; 0 when nothing is stored. */
export async function countUnsent(userId: string): Promise<number> {
  const database = await openKept(userId);
  if (!database) return 0;
  try {
    return (await database.getAll('queue')).filter(isPending).length;
  } finally {
    database.close();
  }
}
