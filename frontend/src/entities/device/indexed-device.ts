import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type IDBPObjectStore, unwrap } from 'idb';
import { forgetUserCaches } from '../../lib/user-caches.ts';
import { type Change, inOrder } from '../library/sync/change.ts';
import { type Delta, emptyShelf, isNew, type Shelf } from '../library/sync/delta.ts';
import type { Device } from './device.ts';
import { type FirstGames, firstKeyOf } from './first-games.ts';
import { forget } from './forget.ts';
import { dropUnsent } from './keep-unsent.ts';
import { forgetKeptBefore, takeKeptBefore } from './kept-before.ts';
import { openDatabase, type Schema, type VaultDatabase } from './schema.ts';

/** Milliseconds of writing before the page has its turn again: copying 10,000 entries at once takes it a quarter of a second. */
const turn = 4;

const firstKeys = () => IDBKeyRange.bound(firstKeyOf(''), firstKeyOf('\uffff'));

const isEntry = (entry: Partial<LibraryEntry>) => typeof entry.id === 'string' && typeof entry.game?.name === 'string';
const isChange = ({ guid, order }: Partial<Change>) => typeof guid === 'string' && typeof order === 'number';

async function readShelf(database: VaultDatabase): Promise<Shelf> {
  const transaction = database.transaction(['entries', 'queue', 'meta']);
  const [entries, queue, meta] = await Promise.all([
    transaction.objectStore('entries').getAll(),
    transaction.objectStore('queue').getAll(),
    transaction.objectStore('meta').get('vault'),
  ]);
  const { at = null, cursor = null } = meta && 'cursor' in meta ? meta : {};
  const whole = entries.filter(isEntry);
  return {
    saved: Object.fromEntries(whole.map((entry) => [entry.guid, entry])),
    queue: inOrder(queue.filter(isChange)),
    at,
    // What cannot be read is asked for again.
    cursor: whole.length === entries.length ? cursor : null,
  };
}

/** When one of many requests fails, the others that fail with it have nothing to add. */
function told<Result>(request: Promise<Result>): Promise<Result> {
  request.catch(() => {});
  return request;
}

type EntryStore = IDBPObjectStore<Schema, ('entries' | 'queue' | 'meta')[], 'entries', 'readwrite'>;

/** Puts entries for as long as a turn is. @returns the place of the next */
async function putSome(store: EntryStore, entries: readonly LibraryEntry[], from: number): Promise<number> {
  const ends = performance.now() + turn;
  // They are done in order, so that only the last is waited for; one that fails ends the transaction.
  const requests = unwrap(store) as IDBObjectStore;
  let at = from;
  for (; at < entries.length - 1 && performance.now() < ends; at += 1) requests.put(entries[at]);
  await told(store.put(entries[at] as LibraryEntry));
  return at + 1;
}

async function writeDelta(database: VaultDatabase, delta: Delta): Promise<void> {
  const { entries = [], gone = [], queued = [], dropped = [], reached } = delta;
  // A change is told to be kept, so it has to be on the disk and not on its way there.
  const durability = queued.length > 0 ? 'strict' : 'relaxed';
  const transaction = database.transaction(['entries', 'queue', 'meta'], 'readwrite', { durability });
  const written = told(transaction.done);
  const store = transaction.objectStore('entries');
  const waiting = transaction.objectStore('queue');
  const meta = transaction.objectStore('meta');
  try {
    await Promise.all([
      ...gone.map((guid) => told(store.delete(guid))),
      ...queued.map((change) => told(waiting.put(change))),
      ...dropped.map((key) => told(waiting.delete(key))),
      ...(reached ? [told(meta.put(reached, 'vault'))] : []),
      ...(isNew(delta) ? [told(meta.delete(firstKeys()))] : []),
    ]);
    for (let at = 0; at < entries.length; ) at = await putSome(store, entries, at);
  } catch (error) {
    // A value that cannot be stored ends nothing by itself.
    if (!transaction.error) transaction.abort();
    throw error;
  }
  await written;
}

/** What a user has done takes the place of what can be fetched again, where there is no room for both. */
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

/** Asks the browser not to clear what is kept when space runs short; without a word to the user. */
function persist(): void {
  navigator.storage?.persist?.().catch(() => {});
}

/** @throws where the browser does not let the database be opened, or it cannot be read */
export async function openIndexedDevice(userId: string): Promise<Device> {
  let isLost = false;
  let isTakenOver = false;
  const lose = (takenOver = false) => {
    isLost = true;
    isTakenOver ||= takenOver;
  };
  const { database, isNew } = await openDatabase(userId, lose);
  let hasPersisted = false;
  /** What the server has been told by now is not sent again by the next visit. */
  const writeNothing = ({ dropped = [] }: Delta) => {
    if (dropped.length > 0) dropUnsent(userId, dropped).catch(() => {});
    return false;
  };
  const write = async (delta: Delta) => {
    if (isLost) return writeNothing(delta);
    try {
      await writeWithRoom(database, delta);
    } catch (error) {
      console.warn('The vault is no longer kept on this device.', error);
      lose();
      return writeNothing(delta);
    }
    if (!hasPersisted && (delta.entries?.length || delta.queued?.length)) persist();
    hasPersisted ||= Boolean(delta.entries?.length || delta.queued?.length);
    return true;
  };
  try {
    if (isNew) {
      const before = await takeKeptBefore(userId).catch(() => null);
      if (!before || (await write(before))) await forgetKeptBefore().catch(() => {});
    }
    // Throws where a part is missing, and costs nothing: to count what is there would take as long as the client to start.
    database.transaction(['entries', 'queue', 'meta']);
  } catch (error) {
    // Broken, unless another tab has just taken it away: the next visit begins anew.
    database.close();
    if (!isLost) await forget(userId);
    throw error;
  }
  const read = async (): Promise<Shelf> => {
    // What could not be written is in memory alone, and newer.
    if (isLost) return emptyShelf;
    return readShelf(database).catch((error) => {
      console.warn('What is kept of the vault cannot be read.', error);
      lose();
      return emptyShelf;
    });
  };
  const noteFirst = async (games: FirstGames) => {
    if (isLost) return;
    // It only makes the next visit begin sooner.
    await database.put('meta', games, firstKeyOf(games.view)).catch(() => {});
  };
  return {
    isDurable: () => !isLost,
    isTakenOver: () => isTakenOver,
    read,
    write,
    noteFirst,
    close: () => database.close(),
  };
}
