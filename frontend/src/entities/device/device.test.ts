import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { aGame, anEdit, anEntry } from '../../test/builders.ts';
import { forgetVaults } from '../../test/forget-vaults.ts';
import { patience } from '../../test/patience.ts';
import { keepOnDevice, readDevice } from '../../test/vault-visit.ts';
import { emptyShelf } from '../library/sync/delta.ts';
import { forgetDevice, hasUnsent } from './forget-device.ts';
import { databaseOf, isKept } from './names.ts';
import { openDevice } from './open-device.ts';
import { countUnsent, dropUnsent, keepUnsent } from './stored-vault.ts';

const user = 'a-user';
const reached = { at: 5, cursor: 'c1' };
const edit = anEdit();

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await forgetVaults();
});

test("keeps written data for the same user's next visit only", async () => {
  expect(await readDevice(user)).toEqual(emptyShelf);
  const other = anEntry({ game: aGame({ guid: '3030-2' }), id: 'other' });
  await keepOnDevice({ entries: [anEntry(), other], queued: [edit], reached }, user);
  await keepOnDevice({ gone: ['3030-2'] }, user);
  expect(await readDevice(user)).toEqual({ saved: { '3030-1': anEntry() }, queue: [edit], ...reached });
  expect(await readDevice('another')).toEqual(emptyShelf);
});

test('deletes the first games that the previous release stored', async () => {
  const device = await openDevice(user);
  const database = await openDB(databaseOf(user));
  for (const key of ['first?', 'first?sort=title&q=zelda']) await database.put('meta', { view: '' }, key);
  await device.write({ reached });
  expect(await database.getAllKeys('meta')).toEqual(['vault']);
  for (const open of [device, database]) open.close();
});

test('writes a delta completely or not at all', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const device = await openDevice(user);
  const broken = anEntry({ game: { ...aGame({ guid: '3030-3' }), name: (() => {}) as never } });
  expect(await device.write({ entries: [anEntry(), broken], reached })).toBe(false);
  expect(await device.read()).toEqual(emptyShelf);
  device.close();
});

test('leaves the database of a newer release alone', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const newer = await openDB(databaseOf(user), 99, { upgrade: (database) => void database.createObjectStore('later') });
  newer.close();
  expect((await openDevice(user)).isDurable()).toBe(false);
  const still = await openDB(databaseOf(user));
  expect([...still.objectStoreNames]).toEqual(['later']);
  still.close();
});

test('keeps working after a newer release added to the database, with all pending changes', async () => {
  const device = await openDevice(user);
  await device.write({ entries: [anEntry()], queued: [edit], reached });
  const newer = await openDB(databaseOf(user), 99, { upgrade: (database) => void database.createObjectStore('later') });
  newer.close();
  expect(await device.write({ dropped: [edit.key] }), 'let go of, for the upgrade').toBe(false);
  await vi.waitFor(async () => expect(await countUnsent(user), 'sent by the page that was open').toBe(0), patience);
  const again = await openDevice(user);
  expect(await again.write({ queued: [edit] })).toBe(true);
  expect(await again.read()).toEqual({ saved: { '3030-1': anEntry() }, queue: [edit], ...reached });
  again.close();
  expect([await countUnsent(user), await hasUnsent(user)]).toEqual([1, true]);
  await forgetDevice(user, false);
  const left = await openDB(databaseOf(user));
  expect([left.version, [...left.objectStoreNames], await left.count('entries'), await left.count('queue')]).toEqual([
    99,
    ['entries', 'later', 'meta', 'queue'],
    0,
    1,
  ]);
  left.close();
});

test('keeps only unsent changes after the session ends, and nothing once the user agrees', async () => {
  await keepOnDevice({ entries: [anEntry()], queued: [edit], reached }, user);
  await forgetDevice(user, false);
  expect(await readDevice(user)).toEqual({ ...emptyShelf, queue: [edit] });
  expect(await countUnsent(user)).toBe(1);
  await forgetDevice(user);
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
});

test('deletes the vault although another tab has it open', async () => {
  const device = await openDevice(user);
  await device.write({ entries: [anEntry()], reached });
  await forgetDevice(user);
  expect([device.isDurable(), await device.write({ queued: [edit] })]).toEqual([false, false]);
  expect(await readDevice(user)).toEqual(emptyShelf);
});

test('checks for pending changes without creating a database', async () => {
  expect(await hasUnsent(user)).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
  await keepOnDevice({ entries: [anEntry()], reached }, user);
  expect(await hasUnsent(user)).toBe(false);
  await keepOnDevice({ queued: [edit] }, user);
  expect([await hasUnsent(user), await hasUnsent('another')]).toEqual([true, false]);
});

test('recreates a database with a missing store', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const broken = await openDB(databaseOf(user), 1, { upgrade: (database) => void database.createObjectStore('queue') });
  broken.close();
  expect((await openDevice(user)).isDurable()).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
});

test('has no pending changes when the browser stores nothing', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await hasUnsent(user)).toBe(false);
});

test('deletes the entries and the cursor together when it keeps unsent changes', async () => {
  await keepOnDevice({ entries: [anEntry()], queued: [edit], reached }, user);
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await keepUnsent(user);
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes.map(([stores]) => stores)).toEqual([['entries', 'meta']]);
});

test.each([
  ['counts', () => countUnsent(user), 0],
  ['keeps', () => keepUnsent(user), undefined],
  ['drops', () => dropUnsent(user, ['key']), undefined],
])('creates no database when it %s unsent changes of a user whom another tab has forgotten', async (_, asks, found) => {
  // Return the list from just before the deletion.
  vi.spyOn(indexedDB, 'databases').mockResolvedValueOnce([{ name: databaseOf(user), version: 1 }]);
  expect(await asks()).toBe(found);
  vi.restoreAllMocks();
  expect(await isKept(user)).toBe(false);
});
