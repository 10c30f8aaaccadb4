import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Change } from '../library/sync/change.ts';
import type { Delta } from '../library/sync/delta.ts';
import { databaseOf } from './names.ts';
import { type OldChange, upgradedChanges } from './upgrade-queue.ts';

export interface Schema extends DBSchema {
  /** The server's entries by guid. */
  entries: { key: string; value: LibraryEntry };
  /** Unacknowledged changes by key. */
  queue: { key: string; value: Change };
  /** The time and cursor of the last response. */
  meta: { key: 'vault'; value: NonNullable<Delta['reached']> };
}

export type VaultDatabase = IDBPDatabase<Schema>;

type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/**
 * Migrations from each version to the next. Never change a released one or the name of a store: a release that is
 * rolled back to must still find the changes, and ignores calls that it does not know.
 */
const steps: readonly ((database: VaultDatabase, transaction: Upgrade) => Promise<void> | void)[] = [
  (database) => {
    database.createObjectStore('entries', { keyPath: 'guid' });
    database.createObjectStore('queue', { keyPath: 'key' });
    database.createObjectStore('meta');
  },
  async (database, transaction) => {
    // A broken database is deleted after it is opened.
    if (!database.objectStoreNames.contains('queue')) return;
    const queue = transaction.objectStore('queue');
    const old = (await queue.getAll()) as unknown as readonly OldChange[];
    await Promise.all(old.flatMap(upgradedChanges).map((change) => queue.put(change)));
  },
  // Takes the storage from tabs of the previous release, which send other messages (`channelOf`).
  () => {},
];

/** Milliseconds to wait for another tab to close an older version of the database. */
const openTimeoutMs = 2000;

const parts = ['entries', 'queue', 'meta'] as const;

/**
 * Opens a newer release's database: any release must see and send its pending changes.
 * @throws when a store is missing
 */
async function openNewer(open: (version?: number) => Promise<VaultDatabase>): Promise<VaultDatabase> {
  const database = await open();
  if (parts.every((part) => database.objectStoreNames.contains(part))) return database;
  database.close();
  throw new Error('A newer release keeps the vault otherwise');
}

/**
 * @param lost called when the database is deleted, or another tab wants to upgrade (`takenOver`) or delete it
 * @param makes whether to create a missing database
 * @throws when the browser stores nothing, or a newer release uses an incompatible schema
 */
export async function openDatabase(
  userId: string,
  lost: (takenOver?: boolean) => void,
  makes = true,
): Promise<VaultDatabase> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const open = (version?: number) =>
    openDB<Schema>(databaseOf(userId), version, {
      upgrade: (database, from, to, transaction) => {
        if (from === 0 && !makes) {
          transaction.done.catch(() => {});
          transaction.abort();
          return;
        }
        const upgrade = async () => {
          for (const step of steps.slice(from, to ?? undefined)) await step(database, transaction);
        };
        upgrade().catch((error) => {
          console.warn('The unsent changes cannot be upgraded.', error);
          transaction.done.catch(() => {});
          transaction.abort();
        });
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
  const timer = setTimeout(() => reject(new Error('The database does not open')), openTimeoutMs);
  try {
    return await Promise.race([opening, late]);
  } catch (error) {
    // Close the database if it opens after the timeout.
    opening.then((database) => database.close()).catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
