import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { type Change, inOrder } from '../library/sync/change.ts';
import { type Delta, emptyShelf, type Shelf } from '../library/sync/delta.ts';
import { openDatabase, type VaultDatabase } from './schema.ts';
import { dropUnsent, forget } from './stored-vault.ts';

export interface Device {
  /** Whether written data survives the page. */
  readonly isDurable: () => boolean;
  /** Whether storage was lost to a newer release in another tab. */
  readonly isTakenOver: () => boolean;
  readonly read: () => Promise<Shelf>;
  /**
   * Writes a delta completely or not at all.
   * @returns whether it is on the device
   */
  readonly write: (delta: Delta) => Promise<boolean>;
  readonly close: () => void;
}

/** Written before yielding to the page: copying 10,000 entries in one go blocks it for a quarter of a second. */
const entriesAtOnce = 100;

const isEntry = (entry: Partial<LibraryEntry>) => typeof entry.id === 'string' && typeof entry.game?.name === 'string';
const isChange = ({ guid, order }: Partial<Change>) => typeof guid === 'string' && typeof order === 'number';

async function readShelf(database: VaultDatabase): Promise<Shelf> {
  const transaction = database.transaction(['entries', 'queue', 'meta']);
  const [entries, queue, meta] = await Promise.all([
    transaction.objectStore('entries').getAll(),
    transaction.objectStore('queue').getAll(),
    transaction.objectStore('meta').get('vault'),
  ]);
  const { at = null, cursor = null } = meta ?? {};
  const whole = entries.filter(isEntry);
  return {
    saved: Object.fromEntries(whole.map((entry) => [entry.guid, entry])),
    queue: inOrder(queue.filter(isChange)),
    at,
    // Request the whole vault again when an entry is unreadable.
    cursor: whole.length === entries.length ? cursor : null,
  };
}

/** Prevents unhandled rejections: requests that fail together all report the same error. */
function settled<Result>(request: Promise<Result>): Promise<Result> {
  request.catch(() => {});
  return request;
}

/** The previous release stored the first games of each view here; delete this with the next release. */
const firstGames = () => IDBKeyRange.bound('first?', 'first?\uffff');

async function writeDelta(database: VaultDatabase, delta: Delta): Promise<void> {
  const { entries = [], gone = [], queued = [], dropped = [], reached } = delta;
  // The UI reports a change as kept, so it must be flushed to disk.
  const durability = queued.length > 0 ? 'strict' : 'relaxed';
  const transaction = database.transaction(['entries', 'queue', 'meta'], 'readwrite', { durability });
  const written = settled(transaction.done);
  const store = transaction.objectStore('entries');
  const waiting = transaction.objectStore('queue');
  const meta = transaction.objectStore('meta');
  try {
    await Promise.all([
      ...gone.map((guid) => settled(store.delete(guid))),
      ...queued.map((change) => settled(waiting.put(change))),
      ...dropped.map((key) => settled(waiting.delete(key))),
      ...(reached ? [settled(meta.put(reached, 'vault')), settled(meta.delete(firstGames()))] : []),
    ]);
    for (let at = 0; at < entries.length; at += entriesAtOnce)
      await Promise.all(entries.slice(at, at + entriesAtOnce).map((entry) => settled(store.put(entry))));
  } catch (error) {
    // A value that cannot be stored does not abort the transaction by itself.
    if (!transaction.error) transaction.abort();
    throw error;
  }
  await written;
}

/** Clears refetchable data to make room for the user's changes. */
async function writeWithRoom(database: VaultDatabase, delta: Delta): Promise<void> {
  try {
    await writeDelta(database, delta);
  } catch (error) {
    const isFull = (error as Partial<Error>).name === 'QuotaExceededError';
    if (!isFull || !delta.queued?.length) throw error;
    await forgetUserCaches();
    await writeDelta(database, delta);
  }
}

let hasPersisted = false;

/** Asks the browser once not to evict the data; it does so without a prompt. */
function persist(): void {
  if (!hasPersisted) navigator.storage?.persist?.().catch(() => {});
  hasPersisted = true;
}

/** @throws when the browser refuses to open the database or it cannot be read */
async function openIndexedDevice(userId: string): Promise<Device> {
  let isLost = false;
  let isTakenOver = false;
  const lose = (takenOver = false) => {
    isLost = true;
    isTakenOver ||= takenOver;
  };
  const database = await openDatabase(userId, lose);
  const write = async (delta: Delta) => {
    const { entries = [], queued = [], dropped = [] } = delta;
    if (!isLost) {
      try {
        await writeWithRoom(database, delta);
        if (entries.length + queued.length > 0) persist();
        return true;
      } catch (error) {
        console.warn('The vault is no longer kept on this device.', error);
        lose();
      }
    }
    // Drop acknowledged changes, so that the next visit does not resend them.
    if (dropped.length > 0) dropUnsent(userId, dropped).catch(() => {});
    return false;
  };
  try {
    // Opening a transaction throws when a store is missing, and is free; counting entries would take as long as the
    // client's start.
    database.transaction(['entries', 'queue', 'meta']);
  } catch (error) {
    // The database is broken, unless another tab has just deleted it: the next visit recreates it.
    database.close();
    if (!isLost) await forget(userId);
    throw error;
  }
  const read = async (): Promise<Shelf> => {
    // Memory is newer than a database that could not be written.
    if (isLost) return emptyShelf;
    return readShelf(database).catch((error) => {
      console.warn('The stored vault cannot be read.', error);
      lose();
      return emptyShelf;
    });
  };
  return {
    isDurable: () => !isLost,
    isTakenOver: () => isTakenOver,
    read,
    write,
    close: () => database.close(),
  };
}

/** Used when the browser stores nothing, as in private windows: the vault exists in the page only. */
export const noDevice: Device = {
  isDurable: () => false,
  isTakenOver: () => false,
  read: async () => emptyShelf,
  write: async () => false,
  close: () => {},
};

/** Opens a user's stored vault; falls back to `noDevice` when the browser stores nothing. */
export async function openDevice(userId: string | undefined): Promise<Device> {
  if (!userId || !globalThis.indexedDB) return noDevice;
  try {
    return await openIndexedDevice(userId);
  } catch (error) {
    console.warn('The vault is not kept on this device.', error);
    return noDevice;
  }
}
