import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { sessionSaga } from './saga.ts';
import { sessionSlice, signedIn, signOutRequested } from './slice.ts';

const reducer = combineReducers({ session: sessionSlice.reducer });
const verify = 'GET /api/auth/verify-token';
const logout = 'POST /api/auth/logout';

const run = (server: ReturnType<typeof answering>, ...actions: { type: string }[]) =>
  actions
    .reduce(
      (saga, action) => saga.dispatch(action),
      expectSaga(sessionSaga).withReducer(reducer).provide(server.providers),
    )
    .silentRun(40);

test('on start the token check finds the user', async () => {
  const { storeState } = await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(storeState.session).toMatchObject({ known: true, user: { username: 'night_owl' } });
});

test.each([
  ['nobody is signed in', { success: false, user: null }],
  ['the check fails', failure(503, 'gateway.unavailable')],
  ['the server is not reached', new NetworkError('down')],
])('the visitor is signed out when %s', async (_, answer) => {
  const { storeState } = await run(answering({ [verify]: answer }));
  expect(storeState.session).toMatchObject({ known: true, user: null });
});

test('signing out clears the user even if the call fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = answering({ [verify]: { success: false, user: null }, [logout]: new NetworkError('down') });
  const { storeState } = await run(server, signedIn(aUser()), signOutRequested());
  expect(server.made.map(({ path }) => path)).toContain('/api/auth/logout');
  expect(storeState.session).toMatchObject({ user: null, leaving: true });
});
