import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test, vi } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { hinted } from '../../entities/live/slice.ts';
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
import { profileFault } from './texts.ts';

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

/** Opens the page; what is known then of the user, and what went wrong. */
async function opened(response: object | Error) {
  vi.useFakeTimers();
  const { dispatch, state } = serverStore({ [get]: response });
  dispatch(profileApi.endpoints.profile.initiate());
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const { error } = profileApi.endpoints.profile.select()(state());
  return { user: state().session.user, error };
}

test('the account is shown as the server knows it now', async () => {
  const { user, error } = await opened({ user: aUser({ follower_count: 7 }) });
  expect(user?.follower_count).toBe(7);
  expect(error).toBeUndefined();
});

test.each([
  [failure(500, 'internal', 'Oops'), 'Failed to load profile'],
  [new NetworkError('down'), 'Failed to load profile data'],
])('an account that cannot be loaded says so, and stays on screen: %s', async (failed, text) => {
  const { user, error } = await opened(failed);
  expect(profileFault(error)).toBe(text);
  expect(user).toEqual(aUser());
});

test('privacy shows at once and is stored', async () => {
  expect(profileSlice.reducer(undefined, privacyChosen('private')).chosenPrivacy).toBe('private');
  const server = answering({ [patch]: { user: aUser({ privacy: 'private' }) } });
  const state = await run(server, privacyChosen('private'));
  expect(server.made[0]?.body).toEqual({ privacy: 'private' });
  expect(state.session.user?.privacy).toBe('private');
  expect(state.profile.chosenPrivacy).toBeNull();
});

test.each([
  ['the server message', failure(403, 'auth.no', 'Not now.'), 'Not now.'],
  ['a text of its own', new NetworkError('down'), 'Failed to update privacy'],
])('a refused privacy goes back to the stored one, with %s', async (_, error, text) => {
  const state = await run(answering({ [patch]: error }), privacyChosen('private'));
  expect(state.session.user?.privacy).toBe('public');
  expect(state.profile.chosenPrivacy).toBeNull();
  expect(state.alerts.map((alert) => alert.text)).toEqual([text]);
});

test('choices made in a hurry reach the server in order, and of those made meanwhile only the last', async () => {
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

test('figures that have changed elsewhere are asked for again while they are on screen, and not after', async () => {
  vi.useFakeTimers();
  let followers = 1;
  const answer = () => ({ success: true, message: '', user: aUser({ follower_count: followers }) });
  const { dispatch, state, made } = serverStore({ [get]: answer }, [profileState]);
  const { unsubscribe } = dispatch(profileApi.endpoints.profile.initiate());
  await settle();
  followers = 2;
  dispatch(hinted({ event: 'followers', data: {} }));
  await settle();
  expect(state().session.user?.follower_count).toBe(2);
  unsubscribe();
  await settle();
  dispatch(hinted({ event: 'followers', data: {} }));
  await settle();
  expect(made).toHaveLength(2);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
