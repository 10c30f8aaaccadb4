import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { databaseOf } from '../device/names.ts';
import { openDevice } from '../device/open-device.ts';
import { channelOf, type Message } from '../device/tabs.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import { type LibraryState, libraryActions, libraryNeeded, librarySlice, updateRequested } from './slice.ts';
import type { Change } from './sync/change.ts';

interface State {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
}

const reducer: Reducer<State> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const list = 'GET /api/games/library';
const put = 'PUT /api/games/library/:id';
const user = aUser();
const entry = anEntry({ rating: 5 });
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const edit = (rating: number) => updateRequested({ entry: { ...entry, rating: rating - 1 }, changes: { rating } });

let page = new EventTarget();
let deleted: string[] = [];
const isHeld = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const listen = page.addEventListener.bind(page);

beforeEach(async () => {
  page = new EventTarget();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', (...given: Parameters<typeof listen>) => page.addEventListener(...given));
  vi.stubGlobal('removeEventListener', (...given: Parameters<typeof listen>) => page.removeEventListener(...given));
  vi.stubGlobal('caches', {
    match: async () => undefined,
    keys: async () => ['nightshelf-covers', 'workbox-precache'],
    delete: async (name: string) => deleted.push(name),
  });
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetDevice();
});

/** The browser refuses to store a change `times` times. */
function refuseChanges(times: number): void {
  const { put: keep } = IDBObjectStore.prototype;
  let left = times;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function put(this: IDBObjectStore, ...given) {
    if (this.name !== 'queue' || left === 0) return keep.apply(this, given);
    left -= 1;
    throw new DOMException('No room', 'QuotaExceededError');
  });
}

/** A user who is offline until the network comes back. */
function visit() {
  let isThere = false;
  const stored: unknown[] = [];
  const { providers } = answering({
    [list]: () => (isThere ? nothing : new NetworkError('down')),
    [put]: ({ body }) => {
      const { if_version, ...changes } = body as { readonly if_version: number };
      stored.push(changes);
      return { user_game: { ...entry, ...changes, version: if_version + 1 } };
    },
  });
  const visited = runSaga(librarySaga, { reducer, state: reducer(undefined, signedIn(user)), providers });
  const sees = (expectation: (state: State) => void) =>
    vi.waitFor(() => expectation(visited.state()), { timeout: 10_000, interval: 5 });
  const reach = () => {
    isThere = true;
    page.dispatchEvent(new Event('online'));
  };
  return { ...visited, sees, reach, stored };
}

const rates = (rating: number, waiting: number) => (state: State) =>
  expect([state.library.entries['3030-1']?.rating, selectWaiting(state)]).toEqual([rating, waiting]);

test('holds the page with a warning and still sends edits when the storage is full', async () => {
  const { dispatch, sees, state, reach, stored, end } = visit();
  dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.keptAt).toBe(1));
  dispatch(edit(6));
  await sees(rates(6, 1));
  expect([state().alerts, isHeld()]).toEqual([[], false]);
  refuseChanges(Number.POSITIVE_INFINITY);
  dispatch(edit(7));
  await sees(rates(7, 2));
  await sees(({ alerts }) => expect(alerts).toMatchObject([{ tone: 'error' }]));
  expect(state().alerts[0]?.text).toContain('Leave this page open');
  expect([state().library.isUnkept, isHeld()]).toEqual([true, true]);
  reach();
  await sees((seen) => expect(selectQueue(seen)).toEqual([]));
  expect([stored, isHeld()]).toEqual([[{ rating: 6 }, { rating: 7 }], false]);
  end();
});

test('warns about a newer release, not about a full storage, when that release took over the database', async () => {
  const { dispatch, sees, state, reach, stored, end } = visit();
  dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.keptAt).toBe(1));
  (await openDB(databaseOf(user.id), 1000)).close();
  dispatch(edit(6));
  await sees(rates(6, 1));
  await sees(({ alerts }) => expect(alerts).toMatchObject([{ tone: 'error' }]));
  expect(state().alerts[0]?.text).toMatch(/^A newer Nightshelf is open in another tab.*Leave this page open/);
  expect([state().library.isUnkept, isHeld()]).toEqual([true, true]);
  reach();
  await sees((seen) => expect(selectQueue(seen)).toEqual([]));
  expect([stored, isHeld()]).toEqual([[{ rating: 6 }], false]);
  end();
});

test('frees refetchable data to make room for edits', async () => {
  const { dispatch, sees, state, end } = visit();
  dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.keptAt).toBe(1));
  deleted = [];
  refuseChanges(1);
  dispatch(edit(6));
  await sees(rates(6, 1));
  expect([deleted, state().alerts, isHeld()]).toEqual([['nightshelf-covers'], [], false]);
  end();
  const device = await openDevice(user.id);
  expect((await device.read()).queue).toMatchObject([{ body: { rating: 6 } }]);
  device.close();
});

test("orders a change after another tab's change, even one from a clock a year ahead", async () => {
  const { dispatch, sees, reach, stored, end } = visit();
  dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.keptAt).toBe(1));
  const made = { key: 'ahead', order: Date.now() + 365 * 24 * 3600_000, guid: entry.guid, tab: 't', waits: true };
  const ahead: Change = { ...made, together: true, call: 'updateEntry', base: entry, body: { rating: 6 } };
  const other = new BroadcastChannel(channelOf(user.id));
  other.postMessage({ actions: [libraryActions.changed({ queued: [ahead] })] } satisfies Message);
  await sees(rates(6, 1));
  other.close();
  dispatch(edit(7));
  await sees(rates(7, 2));
  reach();
  await sees((seen) => expect(selectQueue(seen)).toEqual([]));
  expect(stored).toEqual([{ rating: 6 }, { rating: 7 }]);
  end();
});
