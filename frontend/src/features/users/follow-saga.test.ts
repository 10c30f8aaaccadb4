import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { type SessionState, sessionSlice, signedIn } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../test/answers.ts';
import { anEntry, aPublicUser, aUser, someStatistics } from '../../test/builders.ts';
import { untilQuiet } from '../../test/patience.ts';
import { usersState } from './saga.ts';
import { type UsersState, usersActions, usersSlice } from './slice.ts';

interface State {
  readonly users: UsersState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

const reducer: Reducer<State> = combineReducers({
  users: usersSlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
});
const follow = 'POST /api/users/:id/follow';
const user = aPublicUser({ follower_count: 3 });

/** State with the user in the list and on the open page. */
const before = [
  signedIn(aUser({ following_count: 5 })),
  usersActions.searchSucceeded({ query: 'owl', users: [user], searched: true }),
  usersActions.pageOpened(user.id),
  usersActions.pageLoaded({ success: true, message: '', user, library: [anEntry()], stats: someStatistics() }),
].reduce<State | undefined>(reducer, undefined);

const run = async (answers: Parameters<typeof answering>[0], toggled = user): Promise<State> => {
  const { storeState } = await expectSaga(usersState.saga)
    .withReducer(reducer, before)
    .provide(answering(answers).providers)
    .dispatch(usersActions.followToggled(toggled))
    .silentRun(untilQuiet);
  return storeState;
};

test('shows a follow everywhere before the response arrives', () => {
  const { users } = reducer(before, usersActions.followToggled(user));
  expect(users.found.users[0]).toMatchObject({ is_following: true, follower_count: 4 });
  expect(users.page.user).toMatchObject({ is_following: true, follower_count: 4 });
});

test("takes the follower count from the response, and updates the viewer's own count", async () => {
  const { users, session } = await run({ [follow]: { is_following: true, follower_count: 9 } });
  expect(users.page.user).toMatchObject({ is_following: true, follower_count: 9 });
  expect(users.unanswered).toEqual({});
  expect(session.user?.following_count).toBe(6);
});

test.each([
  ['the server message', failure(404, 'social.user_not_found', 'User not found'), 'User not found'],
  ['the specified text', new NetworkError('down'), 'Failed to update follow status'],
])('reverts a refused follow with %s', async (_, error, text) => {
  const { users, alerts, session } = await run({ [follow]: error });
  expect(users.found.users[0]).toEqual(user);
  expect(users.page.user).toEqual(user);
  expect(users.unanswered).toEqual({});
  expect(alerts.map((alert) => alert.text)).toEqual([text]);
  expect(session.user?.following_count).toBe(5);
});
