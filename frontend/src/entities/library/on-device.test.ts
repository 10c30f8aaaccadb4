import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aGame, anEntry, aUser } from '../../testing/builders.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { type SessionState, sessionSlice, signedIn, unverified } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectWaiting } from './selectors.ts';
import {
  addRequested,
  type LibraryState,
  libraryChanged,
  libraryNeeded,
  librarySlice,
  updateRequested,
} from './slice.ts';
import type { Delta } from './sync/delta.ts';

interface State {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

const reducer: Reducer<State> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const list = 'GET /api/games/library';
const put = 'PUT /api/games/library/:id';
const user = aUser();
const at = Date.UTC(2026, 0, 2);
const entry = anEntry({ rating: 5 });
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetDevice();
});

async function keep(delta: Delta, of = user.id): Promise<void> {
  const device = await openDevice(of);
  await device.write(delta);
  device.close();
}

async function kept(of = user.id) {
  const device = await openDevice(of);
  const shelf = await device.read();
  device.close();
  return shelf;
}

/** A visit of whoever `before` says, in which `actions` are dispatched. */
async function visit(
  answers: Parameters<typeof answering>[0],
  actions: readonly { type: string }[] = [libraryNeeded()],
  before: { type: string } = signedIn(user),
) {
  const server = answering(answers);
  let saga = expectSaga(librarySaga).withReducer(reducer, reducer(undefined, before)).provide(server.providers);
  for (const action of actions) saga = saga.dispatch(action);
  const { storeState } = await saga.silentRun(500);
  return { made: server.made, ...(storeState as State) };
}

test('what the device has is shown before the server answers, which is asked for what is new since', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const { library, made } = await visit({ [list]: () => new Promise(() => {}) });
  expect(library).toMatchObject({ status: 'ready', keptAt: null, entries: { '3030-1': entry } });
  expect(made[0]?.query).toEqual({ since: 'c1' });
});

test('what is new is taken over, and asked for from then on', async () => {
  const other = anEntry({ id: 'other', game: aGame({ guid: '3030-2' }) });
  await keep({ entries: [entry, other], reached: { at, cursor: 'c1' } });
  const changed = [{ ...entry, rating: 9, version: 2 }];
  const removed = [{ id: 'other', guid: '3030-2', version: 2 }];
  const { library } = await visit({ [list]: { ...nothing, changed, removed } });
  expect(library.entries).toEqual({ '3030-1': changed[0] });
  expect(await kept()).toMatchObject({ saved: { '3030-1': { rating: 9 } }, cursor: 'c2' });
  expect(Object.keys((await kept()).saved)).toEqual(['3030-1']);
});

test('a cursor that is too old, and a server that knows of none, bring the whole', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const whole = { library: [{ ...entry, rating: 2, version: 7 }] };
  const old = { ...nothing, whole_needed: true };
  const { made } = await visit({ [list]: ({ query }) => (query ? old : { ...whole, version: 'c3' }) });
  expect(made.map(({ query }) => query)).toEqual([{ since: 'c1' }, undefined]);
  expect(await kept()).toMatchObject({ saved: { '3030-1': { rating: 2 } }, cursor: 'c3' });
  await visit({ [list]: { library: [] } });
  expect(await kept()).toMatchObject({ saved: {}, cursor: null });
});

test('without a network the kept vault is shown, as of when the server was last reached', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const shown = { status: 'ready', keptAt: at, entries: { '3030-1': entry } };
  const down = { [list]: new NetworkError('down') };
  expect((await visit(down)).library).toMatchObject(shown);
  expect((await visit(down, undefined, unverified(user))).library).toMatchObject(shown);
});

test('what was kept of one user is not shown to another', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } }, 'somebody else');
  const { library } = await visit({ [list]: new NetworkError('down') });
  expect(library).toMatchObject({ status: 'failed', entries: {} });
});

test('a server that fails is told of beside what is there', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const { library } = await visit({ [list]: failure(503, 'service.unavailable') });
  expect(library).toMatchObject({
    status: 'ready',
    error: 'Failed to load your library',
    entries: { '3030-1': entry },
  });
});

test('what nobody takes is kept for the next visit, which sends it as it was', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  const add = addRequested({ game: aGame({ guid: '3030-2', name: 'Added' }), fields });
  const down = {
    [list]: nothing,
    [put]: new NetworkError('down'),
    'POST /api/games/library/add': new NetworkError('down'),
  };
  const { library, alerts } = await visit(down, [libraryNeeded(), edit, add]);
  expect(library.entries).toMatchObject({ '3030-1': { rating: 8 }, '3030-2': { rating: 7, game: { name: 'Added' } } });
  expect([alerts, library.adding, selectWaiting({ library })]).toEqual([[], {}, 2]);

  const stored = { ...entry, rating: 8, version: 2 };
  const added = anEntry({ id: 'added', rating: 7, game: aGame({ guid: '3030-2', name: 'Added' }) });
  const after = await visit({
    [list]: nothing,
    [put]: { user_game: stored },
    'POST /api/games/library/add': { user_game: added },
  });
  expect(after.made.find(({ method }) => method === 'PUT')?.body).toEqual({ rating: 8, if_version: 1 });
  expect(after.library.entries).toEqual({ '3030-1': stored, '3030-2': added });
  expect(await kept()).toMatchObject({ saved: { '3030-1': stored, '3030-2': added }, queue: [] });
});

test('what waits and is refused for good becomes a question with both versions, also after a reload', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  await visit({ [list]: nothing, [put]: new NetworkError('down') }, [libraryNeeded(), edit]);
  const refused = await visit({ [list]: nothing, [put]: failure(422, 'request.invalid', 'Not like that.') });
  expect((await kept()).queue).toMatchObject([{ asks: { why: 'refused', message: 'Not like that.' } }]);
  expect(refused.library.entries['3030-1']?.rating).toBe(5);
  const { library } = await visit({ [list]: nothing });
  expect(library.conflicts['3030-1']).toMatchObject({ entry, changes: { rating: 8 }, refusal: 'Not like that.' });
});

test('what waits is sent for its user alone', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  await visit({ [list]: nothing, [put]: new NetworkError('down') }, [libraryNeeded(), edit]);
  const other = signedIn(aUser({ id: 'another' }));
  const { made, library } = await visit({ [list]: { library: [] } }, [libraryNeeded()], other);
  expect(made.map(({ method }) => method)).toEqual(['GET']);
  expect(library.entries).toEqual({});
});

test.each([
  ['known already', 1, 1],
  ['new', 2, 2],
])('of a change elsewhere that is %s the server is asked accordingly', async (_, version, asked) => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const server = answering({ [list]: nothing });
  await expectSaga(librarySaga)
    .withReducer(reducer, reducer(undefined, signedIn(user)))
    .provide(server.providers)
    .dispatch(libraryNeeded())
    .delay(60)
    .dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version }))
    .silentRun(150);
  expect(server.made).toHaveLength(asked);
});

test('a hint of what this tab itself is changing asks for nothing that the answer tells', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const answer = { user_game: { ...entry, rating: 8, version: 2 } };
  const server = answering({
    [list]: nothing,
    [put]: async () => {
      saga.dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version: 2 }));
      return new Promise<object>((resolve) => setTimeout(resolve, 30, answer));
    },
  });
  const saga = expectSaga(librarySaga)
    .withReducer(reducer, reducer(undefined, signedIn(user)))
    .provide(server.providers)
    .dispatch(libraryNeeded())
    .delay(60)
    .dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await saga.silentRun(500);
  expect(server.made.map(({ method }) => method)).toEqual(['GET', 'PUT']);
});
