import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { alertsSlice } from '../alerts/slice.ts';
import { readFirstGames, takeFirstGames } from '../device/first-games.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { presumed, sessionSlice, verified } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectFirst } from './selectors.ts';
import { type LibraryState, libraryActions, libraryNeeded, librarySlice, updateRequested } from './slice.ts';

const reducer: Reducer<{ readonly library: LibraryState }> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const user = aUser();
const entry = anEntry({ rating: 5 });
const begin = { view: '', entries: [entry], shown: 1, all: 1, waiting: 0 };
const unanswered = { 'GET /api/games/library': () => new Promise<never>(() => {}) };

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  await device.noteFirst(begin);
  device.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetDevice();
});

/** The last user opens the vault before the session is verified. */
async function visit(actions: readonly { type: string }[] = [], milliseconds = 900): Promise<LibraryState> {
  readFirstGames(user.id, '');
  let saga = expectSaga(librarySaga)
    .withReducer(reducer, reducer(undefined, presumed(user as never)))
    .provide(answering(unanswered).providers);
  for (const action of actions) saga = saga.delay(50).dispatch(action);
  const { storeState } = await saga.silentRun(milliseconds);
  return storeState.library;
}

const neverRead = () =>
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => new Promise(() => {}) as never);

const kept = async () => {
  readFirstGames(user.id, '');
  return takeFirstGames(user.id);
};

test('shows the noted first games before the vault is read or requested', async () => {
  neverRead();
  const library = await visit();
  expect(selectFirst({ library })).toEqual(begin);
  expect(library).toMatchObject({ status: 'idle', entries: {} });
});

test('replaces the first games with the vault', async () => {
  const library = await visit();
  expect(selectFirst({ library })).toBeNull();
  expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': entry } });
});

test('does not show the first games or the vault to a different user than presumed', async () => {
  const nothing = { status: 'idle', entries: {}, first: null };
  expect(await visit([verified(aUser({ id: 'another' }))])).toMatchObject(nothing);
  neverRead();
  expect(await visit([verified(aUser({ id: 'another' }))])).toMatchObject(nothing);
  expect(await visit([verified(null)])).toMatchObject(nothing);
});

test('notes the shown games after a pause and discards the note on a change, even while writing it', async () => {
  const shown = libraryActions.firstShown({ ...begin, all: 7 });
  await visit([verified(user), libraryNeeded(), shown], 2000);
  expect(await kept()).toMatchObject({ all: 7 });
  await visit([verified(user), libraryNeeded(), shown, updateRequested({ entry, changes: { rating: 8 } })]);
  expect(await kept()).toBeNull();
});
