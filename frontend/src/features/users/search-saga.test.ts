import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering } from '../../test/answers.ts';
import { aPublicUser } from '../../test/builders.ts';
import { overHeldNetwork } from '../../test/held-network.ts';
import { patience, untilQuiet } from '../../test/patience.ts';
import { usersState } from './saga.ts';
import { type UsersState, usersActions, usersSlice } from './slice.ts';

const reducer = combineReducers({ users: usersSlice.reducer });
const search = 'GET /api/users/search';
const { searchRequested, listOpened, listClosed, searchSucceeded } = usersActions;
const kept = { query: 'owl', users: [aPublicUser({ follower_count: 3 })], searched: true };

const run = async (server: ReturnType<typeof answering>, ...actions: { type: string }[]) => {
  const saga = expectSaga(usersState.saga).withReducer(reducer).provide(server.providers);
  const { storeState } = await actions.reduce((before, action) => before.dispatch(action), saga).silentRun(untilQuiet);
  return storeState.users as UsersState;
};

afterEach(() => vi.unstubAllGlobals());

test('shows a stored search immediately, then updates its users', async () => {
  const now = aPublicUser({ follower_count: 4, is_following: true });
  const stranger = aPublicUser({ id: 'stranger' });
  const server = answering({ [search]: { users: [stranger, now] } });
  const state = await run(server, listOpened(kept));
  expect(state.found).toEqual({ ...kept, users: [now] });
});

test('keeps a stored search, without a message, when its users cannot be updated', async () => {
  const state = await run(answering({ [search]: new NetworkError('down') }), listOpened(kept));
  expect(state).toMatchObject({ found: kept, searchError: null });
});

test('aborts the previous request for a new search, and when the page is left', async () => {
  const { requests, dispatch, state } = overHeldNetwork<UsersState>(usersState);
  dispatch(searchRequested('owl'));
  dispatch(searchRequested('owlbear'));
  expect(requests.map(({ aborted }) => aborted())).toEqual([true, false]);
  dispatch(listClosed());
  expect(requests[1]?.aborted()).toBe(true);
  expect(state()).toMatchObject({ searching: false, found: { searched: false } });
});

test.each([
  ['a list that was opened again', listOpened(kept)],
  ['a search', searchRequested('owl')],
])('keeps a follow made while %s was loading', async (_, action) => {
  const { requests, dispatch, state } = overHeldNetwork<UsersState>(usersState);
  dispatch(searchSucceeded(kept));
  dispatch(action);
  const [before] = kept.users;
  if (before) dispatch(usersActions.followToggled(before));
  requests[1]?.answer({ success: true, message: '', is_following: true, follower_count: 4 });
  await vi.waitFor(() => expect(state().unanswered).toEqual({}), patience);
  const after = { ...before, is_following: true, follower_count: 4 };
  requests[0]?.answer({ success: true, message: '', users: [before] });
  requests[2]?.answer({ success: true, message: '', users: [after] });
  await vi.waitFor(() => expect(state().searching).toBe(false), patience);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(state().found.users).toEqual([after]);
});
