import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { aGame, anEntry, aUser } from '../../testing/builders.ts';
import { patience } from '../../testing/patience.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { databaseOf } from '../device/names.ts';
import { openDevice } from '../device/open-device.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { addRequested, type LibraryState, libraryNeeded, librarySlice } from './slice.ts';

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
const entry = anEntry({ rating: 5 });
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
const fields = { status: 'playing', rating: 7, hours_played: null, platform_id: null } as const;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
let pages: { end: () => void }[] = [];
afterEach(async () => {
  for (const page of pages) page.end();
  pages = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetDevice();
});

function open(answers: Parameters<typeof answering>[0]) {
  const server = answering(answers);
  const page = runSaga(librarySaga, {
    reducer,
    state: reducer(undefined, signedIn(user)),
    providers: server.providers,
  });
  pages.push(page);
  const sees = (expectation: (state: State) => void) =>
    vi.waitFor(() => expectation(page.state()), { timeout: patience, interval: 5 });
  return { ...page, sees, made: server.made };
}

test('shows the same vault in a second tab when the browser stores nothing', async () => {
  // A rolled-back newer release leaves a database that does not open (schema.ts).
  (await openDB(databaseOf(user.id), 99)).close();
  const answers: Parameters<typeof answering>[0] = {
    'GET /api/games/library': ({ query }) => (query ? nothing : { library: [entry], version: 'c1' }),
  };
  const first = open(answers);
  first.dispatch(libraryNeeded());
  await first.sees(({ library }) => expect(library).toMatchObject({ status: 'ready', entries: { '3030-1': entry } }));
  const second = open(answers);
  second.dispatch(libraryNeeded());
  await second.sees(({ library }) => expect(library.status).toBe('ready'));
  expect(second.state().library.entries).toEqual({ '3030-1': entry });
});

async function keepVault() {
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
}

test('keeps five games added while the server is unreachable', async () => {
  await keepVault();
  let down = false;
  const page = open({
    'GET /api/games/library': () => (down ? new NetworkError('down') : nothing),
    'POST /api/games/library/add': async () => {
      // resend.ts retries for up to 30 s.
      await new Promise((done) => setTimeout(done, 200));
      return new NetworkError('down');
    },
  });
  page.dispatch(libraryNeeded());
  await page.sees(({ library }) => expect(library.status).toBe('ready'));
  down = true;
  for (let i = 2; i <= 6; i += 1) page.dispatch(addRequested({ game: aGame({ guid: `3030-${i}` }), fields }));
  await page.sees(({ library }) => expect(library.adding).toEqual({}));
});

test('keeps a game added in the second tab while the server is unreachable', async () => {
  await keepVault();
  const answers: Parameters<typeof answering>[0] = {
    'GET /api/games/library': new NetworkError('down'),
    'POST /api/games/library/add': new NetworkError('down'),
  };
  const first = open(answers);
  first.dispatch(libraryNeeded());
  await first.sees(({ library }) => expect(library.keptAt).toBe(1));
  const second = open(answers);
  second.dispatch(libraryNeeded());
  await second.sees(({ library }) => expect(library.status).toBe('ready'));
  second.dispatch(addRequested({ game: aGame({ guid: '3030-2' }), fields }));
  await second.sees(({ library }) => expect(library.adding).toEqual({}));
});
