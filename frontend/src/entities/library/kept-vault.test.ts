import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { anEntry, aUser } from '../../testing/builders.ts';
import { alertsSlice } from '../alerts/slice.ts';
import { sessionSlice, signedIn, unverified } from '../session/slice.ts';
import { keepVault } from './kept-vault.ts';
import { librarySaga } from './saga.ts';
import { libraryNeeded, librarySlice } from './slice.ts';

const reducer = combineReducers({
  library: librarySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
});
const list = 'GET /api/games/library';
const { id, username } = aUser();
const at = Date.UTC(2026, 0, 2);

beforeEach(() => {
  const kept = new Map<string, Response>();
  vi.stubGlobal('caches', {
    open: async () => ({ put: async (address: string, response: Response) => void kept.set(address, response) }),
    match: async (address: string) => kept.get(address)?.clone(),
  });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

const open = async (answer: object, before: { type: string } = unverified({ id, username })) => {
  const { storeState } = await expectSaga(librarySaga)
    .withReducer(reducer, reducer(undefined, before))
    .provide(answering({ [list]: answer }).providers)
    .dispatch(libraryNeeded())
    .silentRun(40);
  return storeState.library;
};

test('without a network the kept vault is shown, as of when it was kept', async () => {
  await keepVault(id, { entries: [anEntry()], at });
  const shown = { status: 'ready', keptAt: at, entries: { '3030-1': anEntry() } };
  expect(await open(new NetworkError('down'))).toMatchObject(shown);
  expect(await open(new NetworkError('down'), signedIn(aUser()))).toMatchObject(shown);
});

test('what was kept of one user is not shown to another', async () => {
  await keepVault('somebody else', { entries: [anEntry()], at });
  expect(await open(new NetworkError('down'))).toMatchObject({ status: 'failed', entries: {} });
});

test('a server that answers is believed, also when it fails', async () => {
  await keepVault(id, { entries: [anEntry()], at });
  expect(await open(failure(503, 'service.unavailable'))).toMatchObject({ status: 'failed', keptAt: null });
  expect(await open({ library: [] })).toMatchObject({ status: 'ready', keptAt: null, entries: {} });
});
