import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { patience, untilQuiet } from '../../testing/patience.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { forgetDevice } from '../device/forget-device.ts';
import { openDevice } from '../device/open-device.ts';
import { sessionSlice, signedIn } from '../session/slice.ts';
import { librarySaga } from './saga.ts';
import { selectQueue, selectWaiting } from './selectors.ts';
import { type LibraryState, libraryNeeded, librarySlice, updateRequested } from './slice.ts';

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

let page = new EventTarget();
let end = () => {};
beforeEach(async () => {
  page = new EventTarget();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('window', page);
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
});
afterEach(async () => {
  end();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetDevice();
});

/** The server for all visits; it checks versions as the real one does. */
function serve() {
  let now = entry;
  let isThere = false;
  const stored: unknown[] = [];
  const answers: Parameters<typeof answering>[0] = {
    'GET /api/games/library': () =>
      isThere
        ? { version: `c${now.version + 1}`, whole_needed: false, changed: now.version > 1 ? [now] : [], removed: [] }
        : new NetworkError('down'),
    'PUT /api/games/library/:id': ({ body }) => {
      const { if_version, ...changes } = body as { readonly if_version: number };
      stored.push(changes);
      now = { ...now, ...changes, version: if_version + 1 };
      return { user_game: now };
    },
  };
  return {
    stored,
    rating: () => now.rating,
    be: (there: boolean) => {
      isThere = there;
      if (there) page.dispatchEvent(new Event('online'));
    },
    visit: () => {
      const visited = runSaga(librarySaga, {
        reducer,
        state: reducer(undefined, signedIn(user)),
        providers: answering(answers).providers,
      });
      end = visited.end;
      visited.dispatch(libraryNeeded());
      return {
        ...visited,
        sees: (expectation: (state: State) => void) =>
          vi.waitFor(() => expectation(visited.state()), { timeout: patience, interval: 5 }),
      };
    },
  };
}

/** The disk is full, or the browser closed the connection, as Safari does for background pages. */
const loseDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });

test('does not resend in the next visit what was stored while the disk was full', async () => {
  const server = serve();
  const first = server.visit();
  await first.sees(({ library }) => expect(library.keptAt).toBe(1));
  // Offline: the change is kept on the disk.
  first.dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await first.sees((seen) => expect(selectWaiting(seen)).toBe(1));
  const full = loseDisk();
  server.be(true);
  await first.sees((seen) => expect(selectQueue(seen)).toEqual([]));
  // The user changes the rating again; the server acknowledges it.
  const shown = first.state().library.entries['3030-1'] as typeof entry;
  first.dispatch(updateRequested({ entry: shown, changes: { rating: 5 } }));
  await first.sees((seen) => expect([selectQueue(seen), seen.library.entries['3030-1']?.version]).toEqual([[], 3]));
  expect([server.stored, server.rating()]).toEqual([[{ rating: 8 }, { rating: 5 }], 5]);
  first.end();
  full.mockRestore();

  const second = server.visit();
  await second.sees(({ library }) => expect(library.entries['3030-1']?.version).toBeGreaterThan(2));
  await second.sees((seen) => expect(selectQueue(seen)).toEqual([]));
  expect([server.rating(), second.state().library.entries['3030-1']?.rating]).toEqual([5, 5]);
});

test('does not restore a vault from a late response after another tab removed it', async () => {
  const device = await openDevice(user.id);
  await forgetDevice(user.id);
  await device.write({ dropped: ['key'] });
  device.close();
  await new Promise((resolve) => setTimeout(resolve, untilQuiet));
  expect(await indexedDB.databases()).toEqual([]);
});
