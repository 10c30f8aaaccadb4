import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import { type LibraryState, libraryNeeded, librarySlice, updateRequested } from './slice.ts';
import type { Delta } from './sync/delta.ts';

interface State {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
}
const reducer: Reducer<State> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const user = aUser();
const entry = anEntry({ rating: 5, hours_played: null });
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
let page = new EventTarget();
let end = () => {};

beforeEach(async () => {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
});
afterEach(async () => {
  end();
  vi.unstubAllGlobals();
  await forgetDevice();
});

/** A page whose disk delays the operations in `isSlow` by `slow` milliseconds, in order, as IndexedDB does. */
function visit(slow: number) {
  let isThere = false;
  let now = { ...entry };
  const stored: unknown[] = [];
  const server = answering({
    'GET /api/games/library': () => (isThere ? nothing : new NetworkError('down')),
    'PUT /api/games/library/:id': ({ body }) => {
      const { if_version, ...changes } = body as { readonly if_version: number };
      stored.push(changes);
      now = { ...now, ...changes, version: if_version + 1 };
      return { user_game: now };
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  const call: typeof server.providers.call = (effect, next) => {
    if ((effect.fn as { readonly name?: string }).name !== 'write') return server.providers.call(effect, next);
    const write = effect.fn as (delta: Delta) => Promise<boolean>;
    const mine = last.then(async () => {
      await new Promise((done) => setTimeout(done, slow));
      return write(effect.args[0] as Delta);
    });
    last = mine;
    return mine;
  };
  const visited = runSaga(librarySaga, { reducer, state: reducer(undefined, signedIn(user)), providers: { call } });
  const sees = (expectation: (state: State) => void) =>
    vi.waitFor(() => expectation(visited.state()), { timeout: 10_000, interval: 1 });
  const reach = () => {
    isThere = true;
    page.dispatchEvent(new Event('online'));
  };
  return { ...visited, sees, reach, stored };
}

test.each([0, 10, 20, 30])(
  'does not lose an edit made %s ms after the network is back, though the disk takes 20 ms',
  async (after) => {
    const { dispatch, sees, reach, stored, state, end: close } = visit(20);
    end = close;
    dispatch(libraryNeeded());
    await sees(({ library }) => expect(library.keptAt).toBe(1));
    dispatch(updateRequested({ entry, changes: { rating: 8 } }));
    await sees((seen) => expect(selectWaiting(seen)).toBe(1));
    await sees(({ library }) => expect(library.entries['3030-1']?.rating).toBe(8));
    await new Promise((done) => setTimeout(done, 100));
    const shown = state().library.entries['3030-1'] as typeof entry;
    reach();
    await new Promise((done) => setTimeout(done, after));
    dispatch(updateRequested({ entry: shown, changes: { hours_played: 12 } }));
    await new Promise((done) => setTimeout(done, 100));
    await sees((seen) => expect(selectQueue(seen)).toEqual([]));
    expect(Object.assign({}, ...(stored as object[]))).toEqual({ rating: 8, hours_played: 12 });
    expect(state().library.entries['3030-1']).toMatchObject({ rating: 8, hours_played: 12 });
  },
);
