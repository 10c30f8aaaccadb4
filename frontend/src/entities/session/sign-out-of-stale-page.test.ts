import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteSignOut } from '../../lib/sign-out-note.ts';
import { answering } from '../../test/answers.ts';
import { anEntry, aUser } from '../../test/builders.ts';
import { patience } from '../../test/patience.ts';
import { runSaga } from '../../test/run-saga.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { keepOnDevice } from '../../test/vault-visit.ts';
import { type Alert, alertsSlice } from '../alerts/slice.ts';
import { rememberedUser } from './last-user.ts';
import { sessionSaga } from './saga.ts';
import './signing-out.ts';
import { type SessionState, sessionSlice, signOutRequested } from './slice.ts';

// A new release removed the chunk before this page had loaded it.
const gone = vi.hoisted(() => ({ mayLeave: false }));
vi.mock('../device/may-leave.ts', async (original) => {
  if (gone.mayLeave) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

interface State {
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}
const reducer: Reducer<State> = combineReducers({
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
}) as never;
const user = aUser();
let end = () => {};

beforeEach(async () => {
  stubBrowser();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => Response.json({ success: true }));
  await keepOnDevice({ entries: [anEntry()], reached: { at: 1, cursor: 'c1' } }, user.id);
});
afterEach(() => {
  end();
  noteSignOut(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('signs out, or reports the error, on a page whose code is gone', async () => {
  gone.mayLeave = true;
  const page = runSaga(sessionSaga, {
    reducer,
    state: reducer(undefined, { type: 'start' }),
    providers: answering({ 'GET /api/auth/verify-token': { success: true, user } }).providers,
  });
  end = page.end;
  await vi.waitFor(() => expect(page.state().session.user?.id).toBe(user.id), patience);
  await vi.waitFor(() => expect(rememberedUser()?.id).toBe(user.id), patience);
  page.dispatch(signOutRequested());
  await vi.waitFor(() => {
    const { alerts, session } = page.state();
    expect(session.user === null || alerts.length > 0).toBe(true);
  }, patience);
});
