// @vitest-environment jsdom
import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../testing/answers.ts';
import { aPublicUser, someStatistics } from '../../testing/builders.ts';
import { untilQuiet } from '../../testing/patience.ts';
import { pageSaga } from './page-saga.ts';
import { usersActions, usersSlice } from './slice.ts';

const reducer = combineReducers({ users: usersSlice.reducer });
const user = aPublicUser();

const run = async (error: Error, before = reducer(undefined, { type: 'start' })) => {
  const server = answering({ 'GET /api/users/:id': error });
  const { storeState } = await expectSaga(pageSaga)
    .withReducer(reducer, before)
    .provide(server.providers)
    .dispatch(usersActions.pageOpened(user.id))
    .silentRun(untilQuiet);
  return storeState.users.page;
};

test('keeps the page on screen, without a message, when a reload fails', async () => {
  const before = reducer(
    undefined,
    usersActions.pageLoaded({ success: true, message: '', user, library: [], stats: someStatistics() }),
  );
  expect(await run(new NetworkError('down'), before)).toMatchObject({ user, content: { library: [] }, error: null });
});
