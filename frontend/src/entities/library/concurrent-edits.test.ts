import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { anEntry } from '../../testing/builders.ts';
import { untilQuiet } from '../../testing/patience.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { loadConflictDialog } from '../conflict/load-conflict-dialog.ts';
import { sessionSlice } from '../session/slice.ts';
import type { EntryChanges } from './api.ts';
import { librarySaga } from './saga.ts';
import {
  type LibraryState,
  libraryActions,
  librarySlice,
  removeRequested,
  restoreRequested,
  updateRequested,
} from './slice.ts';

interface State {
  readonly library: LibraryState;
  readonly alerts: readonly Alert[];
}

const reducer: Reducer<State> = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;

// The first dynamic import is slow.
beforeAll(loadConflictDialog, 60_000);

const put = 'PUT /api/games/library/:id';
const restore = 'POST /api/games/library/:id/restore';
const base = anEntry({ rating: 5, hours_played: 1 });

const changed = (entry: LibraryEntry) =>
  new ApiError(409, { code: 'library.entry_changed', message: 'Changed.', entry } as never);

/** Stores one entry as the server does: it accepts a change only for the current version. */
function keeping(first: LibraryEntry) {
  let entry = first;
  const change = (fields: EntryChanges) => {
    entry = { ...entry, ...fields, version: entry.version + 1 };
    return { user_game: entry };
  };
  const server = answering({
    [put]: ({ body }) => {
      const { if_version, ...fields } = body as EntryChanges & { if_version: number };
      return if_version === entry.version ? change(fields) : changed(entry);
    },
  });
  return { ...server, change, now: () => entry };
}

async function run(server: Pick<ReturnType<typeof answering>, 'providers'>, actions: object[], given = [base]) {
  const ready = reducer(undefined, libraryActions.changed({ entries: given, reached: { at: 0, cursor: null } }));
  let saga = expectSaga(librarySaga).withReducer(reducer, ready).provide(server.providers);
  for (const action of actions) saga = saga.dispatch(action as { type: string });
  const { storeState } = await saga.silentRun(untilQuiet);
  return storeState as State;
}

const edit = (changes: EntryChanges, entry = base) => updateRequested({ entry, changes });

test('keeps edits of different fields from two tabs without a conflict', async () => {
  const server = keeping(base);
  server.change({ rating: 9, status: 'playing' });
  const { library, alerts } = await run(server, [edit({ hours_played: 4 })]);
  expect(server.now()).toMatchObject({ rating: 9, status: 'playing', hours_played: 4, version: 3 });
  expect(library.entries['3030-1']).toEqual(server.now());
  expect([library.conflicts, library.unconfirmed, alerts]).toEqual([{}, {}, []]);
});

test('asks the user about edits of one field from two tabs and shows the saved value until then', async () => {
  const server = keeping(base);
  server.change({ rating: 9 });
  const { library, alerts } = await run(server, [edit({ rating: 6, hours_played: 4 })]);
  expect(server.now()).toMatchObject({ rating: 9, hours_played: 4 });
  expect(library.entries['3030-1']).toEqual(server.now());
  expect(library.conflicts['3030-1']).toMatchObject({ entry: server.now(), changes: { rating: 6 } });
  expect(alerts).toEqual([]);
});

test('does not send the same edit from two tabs twice', async () => {
  const server = keeping(base);
  server.change({ rating: 9 });
  const { library } = await run(server, [edit({ rating: 9 })]);
  expect(server.made).toHaveLength(1);
  expect(server.now().version).toBe(2);
  expect(library.conflicts).toEqual({});
});

test("stores the user's choice over the seen version and asks again when the entry changed since", async () => {
  const server = keeping(base);
  server.change({ rating: 9 });
  const asked = server.now();
  const chosen = await run(server, [edit({ rating: 6 }, asked)], [asked]);
  expect(server.now().rating).toBe(6);
  expect(chosen.library.conflicts).toEqual({});
  server.change({ rating: 10 });
  const again = await run(server, [edit({ rating: 7 }, asked)], [asked]);
  expect(again.library.conflicts['3030-1']).toMatchObject({ entry: server.now(), changes: { rating: 7 } });
});

test('stores quick successive edits of one game without a conflict', async () => {
  const server = keeping(base);
  // Each edit builds on what is on screen, before the server has acknowledged the previous one.
  const state = await run(server, [
    edit({ is_shared: true }),
    edit({ is_shared: false }, { ...base, is_shared: true }),
    edit({ rating: 6 }, { ...base, is_shared: false }),
    edit({ rating: 7 }, { ...base, is_shared: false, rating: 6 }),
  ]);
  expect(server.made.map(({ body }) => (body as { if_version: number }).if_version)).toEqual([1, 2, 3, 4]);
  expect(server.now()).toMatchObject({ is_shared: false, rating: 7, version: 5 });
  expect(state.library.entries['3030-1']).toEqual(server.now());
  expect(state.library.conflicts).toEqual({});
});

test('gives up an entry that changes on every attempt after some rounds and offers a retry', async () => {
  let version = 1;
  const server = answering({ [put]: () => changed({ ...base, version: ++version }) });
  const { library, alerts } = await run(server, [edit({ rating: 6 })]);
  expect(server.made.length).toBeGreaterThan(1);
  expect(server.made.length).toBeLessThan(10);
  expect(alerts).toMatchObject([{ text: 'Failed to update game', action: { label: 'Try again' } }]);
  expect(library.entries['3030-1']?.rating).toBe(5);
});

test('offers to restore a game with its edit when it was removed elsewhere', async () => {
  const gone = answering({ [put]: failure(404, 'library.entry_not_found') });
  const { library, alerts } = await run(gone, [edit({ rating: 6 })]);
  expect(library.entries).toEqual({});
  expect(alerts[0]?.text).toContain('Outer Wilds was removed from your vault');
  const back = alerts[0]?.action?.dispatches ?? {};
  expect(back).toMatchObject({ type: restoreRequested.type });
  const restored = { ...base, version: 3 };
  const server = answering({ [restore]: { user_game: restored }, [put]: { user_game: { ...restored, rating: 6 } } });
  const after = await run(server, [back], []);
  expect(server.made.at(-1)?.body).toEqual({ rating: 6, if_version: 3 });
  expect(after.library.entries['3030-1']?.rating).toBe(6);
});

test('treats the removal of an already removed game as a success', async () => {
  const server = answering({ 'DELETE /api/games/library/:id': failure(404, 'library.entry_not_found') });
  const { library, alerts } = await run(server, [removeRequested(base)]);
  expect(library.entries).toEqual({});
  expect(alerts).toMatchObject([{ tone: 'notice', text: 'Removed Outer Wilds from your vault.' }]);
});
