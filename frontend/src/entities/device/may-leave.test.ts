import 'fake-indexeddb/auto';
import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { fork } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { noteSignOut } from '../../lib/sign-out-note.ts';
import { answering } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { patience } from '../../testing/patience.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { librarySaga } from '../library/saga.ts';
import { selectWaiting } from '../library/selectors.ts';
import { type LibraryState, libraryNeeded, librarySlice, updateRequested } from '../library/slice.ts';
import { sessionSaga } from '../session/saga.ts';
import '../session/signing-out.ts';
import { type SessionState, sessionSlice, signOutRequested } from '../session/slice.ts';
import { forgetDevice } from './forget-device.ts';
import { openDevice } from './open-device.ts';

const asked = vi.fn(async () => false);
vi.mock('./unsent-dialog.tsx', () => ({ askToLeave: (...given: []) => asked(...given) }));

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
const user = aUser();
const entry = anEntry({ rating: 5 });
const nothing = { version: 'c2', whole_needed: false, changed: [], removed: [] };
let end = () => {};

beforeEach(async () => {
  const kept = new Map<string, string>();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] }),
  );
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const device = await openDevice(user.id);
  await device.write({ entries: [entry], reached: { at: 1, cursor: 'c1' } });
  device.close();
});
afterEach(async () => {
  end();
  noteSignOut(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await forgetDevice();
});

test.each(['', 'not '])('asks before signing out when pending changes could %sbe stored on the disk', async (not) => {
  asked.mockClear();
  let down = false;
  const page = runSaga(
    function* () {
      yield* fork(sessionSaga);
      yield* fork(librarySaga);
    },
    {
      reducer,
      state: reducer(undefined, { type: 'start' }),
      providers: answering({
        'GET /api/auth/verify-token': { success: true, user },
        'GET /api/games/library': () => (down ? new NetworkError('down') : nothing),
        'PUT /api/games/library/:id': new NetworkError('down'),
      }).providers,
    },
  );
  end = page.end;
  const sees = (expectation: (state: State) => void) =>
    vi.waitFor(() => expectation(page.state()), { timeout: patience, interval: 5 });
  await sees(({ session }) => expect(session.known).toBe(true));
  page.dispatch(libraryNeeded());
  await sees(({ library }) => expect(library.status).toBe('ready'));
  await new Promise((done) => setTimeout(done, 100));
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks });
  down = true;
  if (not)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
  page.dispatch(updateRequested({ entry, changes: { rating: 8 } }));
  await sees((seen) => expect([selectWaiting(seen), seen.library.isUnkept]).toEqual([1, not !== '']));
  page.dispatch(signOutRequested());
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(1, expect.any(AbortSignal)), patience);
  expect(page.state().library.entries['3030-1']?.rating).toBe(8);
});
