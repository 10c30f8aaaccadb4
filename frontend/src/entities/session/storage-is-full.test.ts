import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { alertsSlice } from '../alerts/slice.ts';
import { sessionSaga } from './saga.ts';
import './signing-out.ts';
import { sessionSlice } from './slice.ts';

const reducer = combineReducers({ session: sessionSlice.reducer, alerts: alertsSlice.reducer });

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => vi.unstubAllGlobals());

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {},
};

test.each([
  ['is full', full],
  ['is refused', undefined],
])('stays signed in offline when the user returns and the storage %s', async (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  const answers: object[] = [{ success: true, user: aUser() }, new NetworkError('down')];
  const server = answering({ 'GET /api/auth/verify-token': () => answers.shift() ?? new NetworkError('down') });
  setTimeout(() => document.dispatchEvent(new Event('visibilitychange')), 60);
  const { storeState } = await expectSaga(sessionSaga).withReducer(reducer).provide(server.providers).silentRun(300);
  expect(storeState.session).toMatchObject({ known: true, user: { id: aUser().id } });
});
