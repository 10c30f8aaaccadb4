import { setTimeout as pause } from 'node:timers/promises';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { aGame, anEntry } from '../../test/builders.ts';
import { forgetVaults } from '../../test/forget-vaults.ts';
import { untilQuiet } from '../../test/patience.ts';
import {
  noChanges,
  openVault,
  readDevice,
  startWithVault,
  type VaultAnswers,
  type VaultState,
  vaultUser,
  versionedServer,
} from '../../test/vault-visit.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { databaseOf } from '../device/names.ts';
import { openDevice } from '../device/open-device.ts';
import { channelOf, type Message } from '../device/tabs.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import { addRequested, libraryActions, libraryNeeded, updateRequested } from './slice.ts';
import type { Change } from './sync/change.ts';
import type { Delta } from './sync/delta.ts';

const entry = anEntry({ rating: 5 });
const edit = (rating: number) => updateRequested({ entry: { ...entry, rating: rating - 1 }, changes: { rating } });

startWithVault([entry]);

let deleted: string[] = [];
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  const page = window;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  deleted = [];
  vi.stubGlobal('caches', {
    match: async () => undefined,
    keys: async () => ['nightshelf-covers', 'workbox-precache'],
    delete: async (name: string) => deleted.push(name),
  });
});

/** The browser refuses to store a change `times` times. */
function refuseChanges(times = Number.POSITIVE_INFINITY) {
  const { put: keep } = IDBObjectStore.prototype;
  let left = times;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(this: IDBObjectStore, ...given) {
    if (this.name !== 'queue' || left === 0) return keep.apply(this, given);
    left -= 1;
    throw new DOMException('No room', 'QuotaExceededError');
  });
}

/** Opens the vault without a network. */
async function openOffline(server = versionedServer(entry), intercept?: Parameters<typeof openVault>[1]) {
  const page = openVault(server.answers, intercept);
  page.dispatch(libraryNeeded());
  await page.sees(({ library }) => expect(library.keptAt).toBe(1));
  return { ...page, server };
}

const rates = (rating: number, waiting: number) => (state: VaultState) =>
  expect([state.library.entries['3030-1']?.rating, selectWaiting(state)]).toEqual([rating, waiting]);
const isSent = (state: VaultState) => expect(selectQueue(state)).toEqual([]);

test.each([
  ['the storage is full', () => void refuseChanges(), /Leave this page open/],
  [
    'a newer release took over the database',
    async () => (await openDB(databaseOf(vaultUser.id), 1000)).close(),
    /^A newer Nightshelf is open in another tab.*Leave this page open/,
  ],
])('holds the page with a warning and still sends edits when %s', async (_, happens, warning) => {
  const { dispatch, sees, state, server } = await openOffline();
  dispatch(edit(6));
  await sees(rates(6, 1));
  expect([state().alerts, isHeld()]).toEqual([[], false]);
  await happens();
  dispatch(edit(7));
  await sees(rates(7, 2));
  await sees(({ alerts }) => expect(alerts).toMatchObject([{ tone: 'error', text: expect.stringMatching(warning) }]));
  expect([state().library.isUnkept, isHeld()]).toEqual([true, true]);
  server.reach();
  await sees(isSent);
  expect([server.stored, isHeld()]).toEqual([[{ rating: 6 }, { rating: 7 }], false]);
});

test('frees refetchable data to make room for edits', async () => {
  const { dispatch, sees, state } = await openOffline();
  deleted = [];
  refuseChanges(1);
  dispatch(edit(6));
  await sees(rates(6, 1));
  expect([deleted, state().alerts, isHeld()]).toEqual([['nightshelf-covers'], [], false]);
  expect((await readDevice()).queue).toMatchObject([{ body: { rating: 6 } }]);
});

test('does not resend in the next visit what was stored while the disk was full', async () => {
  const first = await openOffline();
  const { server } = first;
  first.dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await first.sees(rates(8, 1));
  const full = refuseChanges();
  server.reach();
  await first.sees(isSent);
  // The user changes the rating back; the server acknowledges it.
  const shown = first.state().library.entries['3030-1'] as typeof entry;
  first.dispatch(updateRequested({ entry: shown, changes: { rating: 5 } }));
  await first.sees((seen) => expect([selectQueue(seen), seen.library.entries['3030-1']?.version]).toEqual([[], 3]));
  expect(server.stored).toEqual([{ rating: 8 }, { rating: 5 }]);
  first.end();
  full.mockRestore();

  const second = openVault(server.answers);
  second.dispatch(libraryNeeded());
  await second.sees(({ library }) => expect(library.entries['3030-1']?.version).toBeGreaterThan(2));
  await second.sees(isSent);
  expect([server.now().rating, second.state().library.entries['3030-1']?.rating]).toEqual([5, 5]);
});

test("orders a change after another tab's change, even one from a clock a year ahead", async () => {
  const { dispatch, sees, server } = await openOffline();
  const made = { key: 'ahead', order: Date.now() + 365 * 24 * 3600_000, guid: entry.guid, tab: 't', waits: true };
  const ahead: Change = { ...made, together: true, call: 'updateEntry', base: entry, body: { rating: 6 } };
  const other = new BroadcastChannel(channelOf(vaultUser.id));
  other.postMessage({ actions: [libraryActions.changed({ queued: [ahead] })] } satisfies Message);
  await sees(rates(6, 1));
  other.close();
  dispatch(edit(7));
  await sees(rates(7, 2));
  server.reach();
  await sees(isSent);
  expect(server.stored).toEqual([{ rating: 6 }, { rating: 7 }]);
});

/** Delays each write to the device by 20 ms, in order, as IndexedDB does. */
function slowDisk() {
  let last: Promise<unknown> = Promise.resolve();
  const intercept: NonNullable<Parameters<typeof openVault>[1]>['intercept'] = (call) => (effect, next) => {
    if ((effect.fn as { readonly name?: string }).name !== 'write') return call(effect, next);
    const write = effect.fn as (delta: Delta) => Promise<boolean>;
    last = last.then(() => pause(20)).then(() => write(effect.args[0] as Delta));
    return last;
  };
  return { intercept };
}

test.each([0, 10, 20, 30])(
  'does not lose an edit made %s ms after the network is back, though the disk takes 20 ms',
  async (after) => {
    const { dispatch, sees, server, state } = await openOffline(versionedServer(entry), slowDisk());
    dispatch(updateRequested({ entry, changes: { rating: 8 } }));
    await sees(rates(8, 1));
    await pause(100);
    const shown = state().library.entries['3030-1'] as typeof entry;
    server.reach();
    await pause(after);
    dispatch(updateRequested({ entry: shown, changes: { hours_played: 12 } }));
    await pause(100);
    await sees(isSent);
    expect(server.now()).toMatchObject({ rating: 8, hours_played: 12 });
    expect(state().library.entries['3030-1']).toMatchObject({ rating: 8, hours_played: 12 });
  },
);

test('does not restore a vault from a late response after another tab removed it', async () => {
  const device = await openDevice(vaultUser.id);
  await forgetDevice(vaultUser.id);
  await device.write({ dropped: ['key'] });
  device.close();
  await pause(untilQuiet);
  expect(await indexedDB.databases()).toEqual([]);
});

test('shows the same vault in a second tab when the browser stores nothing', async () => {
  await forgetVaults();
  // A rolled-back newer release leaves a database that does not open (schema.ts).
  (await openDB(databaseOf(vaultUser.id), 99)).close();
  const answers: VaultAnswers = {
    'GET /api/games/library': ({ query }) => (query ? noChanges : { library: [entry], version: 'c1' }),
  };
  for (const tab of [openVault(answers), openVault(answers)]) {
    tab.dispatch(libraryNeeded());
    await tab.sees(({ library }) => expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': entry } }));
  }
});

test('keeps games added in two tabs while the server is unreachable', async () => {
  let isDown = false;
  const answers: VaultAnswers = {
    'GET /api/games/library': () => (isDown ? new NetworkError('down') : noChanges),
    // resend.ts retries for up to 30 s.
    'POST /api/games/library/add': () => pause(200, new NetworkError('down')),
  };
  const tabs = [openVault(answers), openVault(answers)];
  for (const tab of tabs) {
    tab.dispatch(libraryNeeded());
    await tab.sees(({ library }) => expect(library.status).toBe('ready'));
  }
  isDown = true;
  const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;
  for (const [at, tab] of tabs.entries())
    for (const game of [aGame({ guid: `3030-${at}2` }), aGame({ guid: `3030-${at}3` })])
      tab.dispatch(addRequested({ game, fields }));
  for (const { sees } of tabs) await sees((seen) => expect(selectWaiting(seen)).toBe(4));
});
