import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test, vi } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { notified } from '../../entities/live/slice.ts';
import { type SessionState, sessionSlice, signedIn } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { overHeldNetwork } from '../../testing/held-network.ts';
import { patience, untilQuiet } from '../../testing/patience.ts';
import { serverStore, settle } from '../../testing/server-store.ts';
import { profileApi } from './api.ts';
import { profileSaga, profileState } from './saga.ts';
import { type ProfileState, privacyChosen, profileSlice } from './slice.ts';

interface State {
  readonly profile: ProfileState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

const reducer: Reducer<State> = combineReducers({
  profile: profileSlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
});
const get = 'GET /api/auth/profile';
const patch = 'PATCH /api/auth/profile';

const run = async (server: ReturnType<typeof answering>, ...actions: { type: string }[]): Promise<State> => {
  const saga = expectSaga(profileSaga)
    .withReducer(reducer, reducer(undefined, signedIn(aUser())))
    .provide(server.providers);
  return (await actions.reduce((before, action) => before.dispatch(action), saga).silentRun(untilQuiet)).storeState;
};

test.each([
  ['the server message', failure(403, 'auth.no', 'Not now.'), 'Not now.'],
  ['a text of its own', new NetworkError('down'), 'Failed to update privacy'],
])('reverts a refused privacy choice, with %s', async (_, error, text) => {
  const state = await run(answering({ [patch]: error }), privacyChosen('private'));
  expect(state.session.user?.privacy).toBe('public');
  expect(state.profile.chosenPrivacy).toBeNull();
  expect(state.alerts.map((alert) => alert.text)).toEqual([text]);
});

test('sends quick choices in order, and skips all but the last while one is in flight', async () => {
  const { requests, dispatch, state } = overHeldNetwork<ProfileState>(profileState);
  dispatch(privacyChosen('private'));
  dispatch(privacyChosen('public'));
  dispatch(privacyChosen('private'));
  dispatch(privacyChosen('public'));
  expect(requests).toHaveLength(1);
  await requests[0]?.answer({ success: true, message: '', user: aUser({ privacy: 'private' }) });
  await vi.waitFor(() => expect(requests).toHaveLength(2), patience);
  expect(state().chosenPrivacy).toBe('public');
  await requests[1]?.answer({ success: true, message: '', user: aUser() });
  await vi.waitFor(() => expect(state().chosenPrivacy).toBeNull(), patience);
  expect(requests).toHaveLength(2);
  vi.unstubAllGlobals();
});

test('reloads changed figures while they are on screen, and not after', async () => {
  vi.useFakeTimers();
  let followers = 1;
  const answer = () => ({ success: true, message: '', user: aUser({ follower_count: followers }) });
  const { dispatch, state, made } = serverStore({ [get]: answer }, [profileState]);
  const { unsubscribe } = dispatch(profileApi.endpoints.profile.initiate());
  await settle();
  followers = 2;
  dispatch(notified({ event: 'followers', data: {} }));
  await settle();
  expect(state().session.user?.follower_count).toBe(2);
  unsubscribe();
  await settle();
  dispatch(notified({ event: 'followers', data: {} }));
  await settle();
  expect(made).toHaveLength(2);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
