import 'fake-indexeddb/auto';
import { setTimeout as pause } from 'node:timers/promises';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aGame, anEntry, aUser } from '../../testing/builders.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { type SessionState, sessionSlice, signedIn, unverified, verified } from '../session/slice.ts';
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
import type { Change } from './sync/change.ts';
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

type Answers = Parameters<typeof answering>[0];
type Seen = State & Pick<ReturnType<typeof answering>, 'made'>;

function begin(answers: Answers, before: { type: string } = signedIn(user)) {
  const server = answering(answers);
  const page = runSaga(librarySaga, { reducer, state: reducer(undefined, before), providers: server.providers });
  const sees = (expectation: (seen: Seen) => void | Promise<void>) =>
    vi.waitFor(() => expectation({ made: server.made, ...page.state() }), { timeout: 10_000, interval: 5 });
  return { ...page, sees, made: server.made };
}

interface Visit {
  readonly answers: Answers;
  readonly actions?: readonly { type: string }[];
  readonly before?: { type: string };
}

/** A visit that lasts until the expectation holds. */
async function visit(
  { answers, actions = [libraryNeeded()], before }: Visit,
  expectation: (seen: Seen) => void | Promise<void>,
): Promise<void> {
  const page = begin(answers, before);
  for (const action of actions) page.dispatch(action);
  await page.sees(expectation).finally(page.end);
}

const isQueued = async (length: number) => expect((await kept()).queue).toHaveLength(length);

test('shows the stored vault before the server responds, and requests only the changes since', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  await visit({ answers: { [list]: () => new Promise(() => {}) } }, ({ library, made }) => {
    expect(library).toMatchObject({ status: 'ready', keptAt: null, entries: { '3030-1': entry } });
    expect(made[0]?.query).toEqual({ since: 'c1' });
  });
});

test('applies new changes and continues from the new cursor', async () => {
  const other = anEntry({ id: 'other', game: aGame({ guid: '3030-2' }) });
  await keep({ entries: [entry, other], reached: { at, cursor: 'c1' } });
  const changed = [{ ...entry, rating: 9, version: 2 }];
  const removed = [{ id: 'other', guid: '3030-2', version: 2 }];
  await visit({ answers: { [list]: { ...nothing, changed, removed } } }, async ({ library }) => {
    expect(library.entries).toEqual({ '3030-1': changed[0] });
    expect(await kept()).toMatchObject({ saved: { '3030-1': { rating: 9 } }, cursor: 'c2' });
    expect(Object.keys((await kept()).saved)).toEqual(['3030-1']);
  });
});

test('loads the whole vault when the cursor is too old or the server has no cursors', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const whole = { library: [{ ...entry, rating: 2, version: 7 }] };
  const old = { ...nothing, whole_needed: true };
  const answers: Answers = { [list]: ({ query }) => (query ? old : { ...whole, version: 'c3' }) };
  await visit({ answers }, async ({ made }) => {
    expect(made.map(({ query }) => query)).toEqual([{ since: 'c1' }, undefined]);
    expect(await kept()).toMatchObject({ saved: { '3030-1': { rating: 2 } }, cursor: 'c3' });
  });
  await visit({ answers: { [list]: { library: [] } } }, async () => {
    expect(await kept()).toMatchObject({ saved: {}, cursor: null });
    expect((await kept()).saved).toEqual({});
  });
});

test('shows the stored vault offline, with the time of the last response', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const shown = { status: 'ready', keptAt: at, entries: { '3030-1': entry } };
  const answers = { [list]: new NetworkError('down') };
  const isShown = ({ library }: Seen) => expect(library).toMatchObject(shown);
  await visit({ answers }, isShown);
  await visit({ answers, before: unverified(user) }, isShown);
});

test("does not show one user's stored vault to another", async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } }, 'somebody else');
  await visit({ answers: { [list]: new NetworkError('down') } }, ({ library }) =>
    expect(library).toMatchObject({ status: 'failed', entries: {} }),
  );
});

test('reports a server failure beside the stored vault', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  await visit({ answers: { [list]: failure(503, 'service.unavailable') } }, ({ library }) =>
    expect(library).toMatchObject({
      status: 'ready',
      error: 'Failed to load your library',
      entries: { '3030-1': entry },
    }),
  );
});

test('keeps an undelivered change and sends it unchanged in the next visit', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  const add = addRequested({ game: aGame({ guid: '3030-2', name: 'Added' }), fields });
  const down = {
    [list]: nothing,
    [put]: new NetworkError('down'),
    'POST /api/games/library/add': new NetworkError('down'),
  };
  await visit({ answers: down, actions: [libraryNeeded(), edit, add] }, async ({ library, alerts }) => {
    await isQueued(2);
    expect(library.entries).toMatchObject({
      '3030-1': { rating: 8 },
      '3030-2': { rating: 7, game: { name: 'Added' } },
    });
    expect([alerts, library.adding, selectWaiting({ library })]).toEqual([[], {}, 2]);
  });

  const stored = { ...entry, rating: 8, version: 2 };
  const added = anEntry({ id: 'added', rating: 7, game: aGame({ guid: '3030-2', name: 'Added' }) });
  let isAdded = false;
  const answers: Answers = {
    [list]: () => (isAdded ? { ...nothing, changed: [stored, added] } : nothing),
    [put]: { user_game: stored },
    'POST /api/games/library/add': () => {
      isAdded = true;
      return { user_game: added };
    },
  };
  await visit({ answers }, async ({ library, made }) => {
    expect(made.find(({ method }) => method === 'PUT')?.body).toEqual({ rating: 8, if_version: 1 });
    expect(library.entries).toEqual({ '3030-1': stored, '3030-2': added });
    expect(await kept()).toMatchObject({ saved: { '3030-1': stored, '3030-2': added }, queue: [] });
  });
});

test('asks about a rejected pending change with both versions, also after a reload', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  const down = { [list]: nothing, [put]: new NetworkError('down') };
  await visit({ answers: down, actions: [libraryNeeded(), edit] }, () => isQueued(1));
  const refusing = { [list]: nothing, [put]: failure(422, 'request.invalid', 'Not like that.') };
  await visit({ answers: refusing }, async ({ library }) => {
    expect((await kept()).queue).toMatchObject([{ asks: { why: 'refused', message: 'Not like that.' } }]);
    expect(library.entries['3030-1']?.rating).toBe(5);
  });
  await visit({ answers: { [list]: nothing } }, ({ library }) =>
    expect(library.conflicts['3030-1']).toMatchObject({ entry, changes: { rating: 8 }, refusal: 'Not like that.' }),
  );
});

test('sends the changes of other games while the server fails for one', async () => {
  const other = anEntry({ id: 'other', rating: 5, game: aGame({ guid: '3030-2' }) });
  await keep({ entries: [entry, other], reached: { at, cursor: 'c1' } });
  const edits = [entry, other].map((of) => updateRequested({ entry: of, changes: { rating: 8 } }));
  await visit({ answers: { [list]: new NetworkError('down') }, actions: [libraryNeeded(), ...edits] }, () =>
    isQueued(2),
  );
  const stored = { ...other, rating: 8, version: 2 };
  const answers: Answers = {
    [list]: nothing,
    [put]: ({ params }) =>
      (params as { id: string }).id === 'other' ? { user_game: stored } : failure(500, 'internal'),
  };
  await visit({ answers }, async ({ library }) => {
    expect(library.entries).toEqual({ '3030-1': { ...entry, rating: 8 }, '3030-2': stored });
    await isQueued(1);
  });
});

test('sends pending changes only for their own user', async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const edit = updateRequested({ entry, changes: { rating: 8 } });
  const down = { [list]: nothing, [put]: new NetworkError('down') };
  await visit({ answers: down, actions: [libraryNeeded(), edit] }, () => isQueued(1));
  const before = signedIn(aUser({ id: 'another' }));
  await visit({ answers: { [list]: { library: [] } }, before }, ({ made, library }) => {
    expect(library).toMatchObject({ status: 'ready', entries: {} });
    expect(made.map(({ method }) => method)).toEqual(['GET']);
  });
});

/** Milliseconds that the tests wait before they conclude that something did not happen. */
const chance = 150;

const isReady = ({ library, made }: Seen) => {
  expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': entry } });
  expect(made).toHaveLength(1);
};

test.each([
  ['known already', 1, 1],
  ['new', 2, 2],
])('refetches for a remote change only when its version is new: %s', async (_, version, asked) => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const page = begin({ [list]: nothing });
  page.dispatch(libraryNeeded());
  await page.sees(isReady);
  page.dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version }));
  await page.sees(({ made }) => expect(made).toHaveLength(asked));
  await pause(chance);
  expect(page.made).toHaveLength(asked);
  page.end();
});

test("does not refetch for a notification about this tab's own change", async () => {
  await keep({ entries: [entry], reached: { at, cursor: 'c1' } });
  const { promise: answered, resolve: answer } = Promise.withResolvers<object>();
  const page = begin({ [list]: nothing, [put]: () => answered });
  page.dispatch(libraryNeeded());
  await page.sees(isReady);
  page.dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await page.sees(({ made }) => expect(made).toHaveLength(2));
  page.dispatch(libraryChanged({ entry_id: entry.id, guid: entry.guid, version: 2 }));
  answer({ user_game: { ...entry, rating: 8, version: 2 } });
  await page.sees(({ library }) => expect(library.entries['3030-1']?.version).toBe(2));
  await pause(chance);
  expect(page.made.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  page.end();
});

test('sends pending changes as soon as the session is verified', async () => {
  const change = {
    call: 'updateEntry',
    key: 'key',
    order: 1,
    tab: 'before',
    guid: '3030-1',
    base: entry,
    body: { rating: 7 },
  };
  await keep({ entries: [entry], queued: [change as Change], reached: { at, cursor: 'c1' } });
  const answers = [failure(412, 'auth.other_user'), nothing];
  const page = begin({
    [list]: () => (answers.length > 1 ? answers.shift() : nothing) as object,
    [put]: { user_game: { ...entry, rating: 7, version: 2 } },
  });
  await page.sees(({ library }) => expect(library.error).not.toBeNull());
  expect(page.made.map(({ method }) => method)).toEqual(['GET']);
  page.dispatch(verified(user));
  await page.sees(({ made }) => expect(made.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT']));
  await page.sees(() => isQueued(0));
  page.end();
});
