import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Change } from '../library/sync/change.ts';
import type { FirstGames } from './first-games.ts';
import { databaseOf } from './names.ts';

interface Reached {
  readonly at: number;
  readonly cursor: string | null;
}

export interface Schema extends DBSchema {
  /** By guid, as the server last said them. */
  entries: { key: string; value: LibraryEntry };
  /** By key, what the server has not acknowledged yet. */
  queue: { key: string; value: Change };
  /** Under 'vault' when the server was last heard, and under a key for each way of looking at it what it begins with. */
  meta: { key: string; value: Reached | FirstGames };
}

export type VaultDatabase = IDBPDatabase<Schema>;

/**
 * Steps from each version to the next; one that has been released is never changed, and none changes what the ones before have made:
 * after a rollback the release before works on.
 */
const steps: readonly ((database: VaultDatabase) => void)[] = [
  (database) => {
    database.createObjectStore('entries', { keyPath: 'guid' });
    database.createObjectStore('queue', { keyPath: 'key' });
    database.createObjectStore('meta');
  },
];

/** Milliseconds that another tab is given to let go of an older version of the database. */
const patience = 2000;

const parts = ['entries', 'queue', 'meta'] as const;

/**
 * Opens what a newer release has made of the database: what waits in it is to be seen and sent by whichever release is there.
 * @throws where a part is missing
 */
async function openNewer(open: (version?: number) => Promise<VaultDatabase>): Promise<VaultDatabase> {
  const database = await open();
  if (parts.every((part) => database.objectStoreNames.contains(part))) return database;
  database.close();
  throw new Error('A newer release keeps the vault otherwise');
}

/**
 * @param lost the database is gone, or another tab wants to upgrade (`takenOver`) or delete it
 * @param makes whether it is made where there is none
 * @throws where the browser keeps nothing, or a newer release keeps it otherwise
 */
export async function openDatabase(
  userId: string,
  lost: (takenOver?: boolean) => void,
  makes = true,
): Promise<{ database: VaultDatabase; isNew: boolean }> {
  let isNew = false;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const open = (version?: number) =>
    openDB<Schema>(databaseOf(userId), version, {
      upgrade: (database, from, to, transaction) => {
        isNew = from === 0;
        if (isNew && !makes) {
          transaction.done.catch(() => {});
          transaction.abort();
          return;
        }
        for (const step of steps.slice(from, to ?? undefined)) step(database);
      },
      blocking: (_current, wanted, event) => {
        (event.target as IDBDatabase).close();
        lost(wanted !== null);
      },
      terminated: lost,
    });
  const opening = open(steps.length).catch((error: Partial<Error>) => {
    if (error.name !== 'VersionError') throw error;
    return openNewer(open);
  });
  const timer = setTimeout(() => reject(new Error('The database does not open')), patience);
  try {
    return { database: await Promise.race([opening, late]), isNew };
  } catch (error) {
    // It may open yet, when nobody waits for it any more.
    opening.then((database) => database.close()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens what is kept of a user; no database is made to find out whether there is any: another tab may just have taken it away.
 * @returns null where nothing is kept
 * @throws as `openDatabase`
 */
export async function openKept(userId: string): Promise<VaultDatabase | null> {
  try {
    return (await openDatabase(userId, () => {}, false)).database;
  } catch (error) {
    if ((error as Partial<Error>).name === 'AbortError') return null;
    throw error;
  }
}
