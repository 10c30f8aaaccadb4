import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test, vi } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { type SessionState, sessionSlice, signedIn } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { overHeldNetwork } from '../../testing/held-network.ts';
import { patience, untilQuiet } from '../../testing/patience.ts';
import { recoverySaga, recoveryState } from './saga.ts';
import { linkRequested, type RecoveryState, recoverySlice, resetSubmitted, startedAnew } from './slice.ts';

interface State {
  readonly recovery: RecoveryState;
  readonly alerts: readonly Alert[];
  readonly session: SessionState;
}

const reducer: Reducer<State> = combineReducers({
  recovery: recoverySlice.reducer,
  alerts: alertsSlice.reducer,
  session: sessionSlice.reducer,
});
const set = 'POST /api/auth/reset-password';
const asked = 'GET /api/auth/verify-token';
const reset = resetSubmitted({ token: 'a'.repeat(43), password: 'Analytical#1', confirm_password: 'Analytical#1' });

const run = async (server: ReturnType<typeof answering>, action: { type: string }): Promise<State> =>
  (
    await expectSaga(recoverySaga)
      .withReducer(reducer, reducer(undefined, signedIn(aUser())))
      .provide(server.providers)
      .dispatch(action)
      .silentRun(untilQuiet)
  ).storeState;

test.each([
  ['nobody is there any more', { success: true, user: null, message: '' }],
  ['the server cannot be asked', new NetworkError('down')],
])('signs out after a new password, because every session has ended: %s', async (_, who) => {
  const server = answering({ [set]: { success: true, message: '' }, [asked]: who });
  const { recovery, session, alerts } = await run(server, reset);
  expect(recovery.done).toBe(true);
  expect(session.user).toBeNull();
  expect(alerts.map(({ text }) => text)).toEqual(['Your new password is set. Please sign in with it.']);
});

test('keeps another user signed in when the link belongs to a different account', async () => {
  const user = aUser();
  const server = answering({ [set]: { success: true, message: '' }, [asked]: { success: true, user, message: '' } });
  const { recovery, session } = await run(server, reset);
  expect(recovery.done).toBe(true);
  expect(session.user?.id).toBe(user.id);
});

test.each([
  ['used or old', failure(400, 'auth.reset_token_invalid', 'No longer valid.')],
  ['malformed', failure(422, 'auth.invalid', 'Please check.', { token: ['The link is incomplete.'] })],
])('distinguishes a link that is %s from a refused password', async (_, error) => {
  expect((await run(answering({ [set]: error }), reset)).recovery).toMatchObject({ linkInvalid: true, error: null });
});

test('shows a too common password on its field, and keeps the user signed in', async () => {
  const common = failure(422, 'auth.invalid', 'Please check.', { password: ['This password is too common.'] });
  const { recovery, session } = await run(answering({ [set]: common }), reset);
  expect(recovery).toMatchObject({ linkInvalid: false, fieldErrors: { password: 'This password is too common.' } });
  expect(session.user).not.toBeNull();
});

test('ignores a response for a link requested on an earlier visit', async () => {
  const { requests, dispatch, state } = overHeldNetwork<RecoveryState>(recoveryState);
  dispatch(linkRequested('one'));
  await vi.waitFor(() => expect(requests).toHaveLength(1), patience);
  dispatch(startedAnew());
  dispatch(linkRequested('two'));
  await vi.waitFor(() => expect(requests).toHaveLength(2), patience);
  expect(requests.map(({ body }) => body)).toEqual([{ username_or_email: 'one' }, { username_or_email: 'two' }]);
  expect(state()).toMatchObject({ busy: true, done: false });
  requests[1]?.answer({ success: true, message: '' });
  await vi.waitFor(() => expect(state().done).toBe(true), patience);
});

test('announces a password set after the form was left, and does not redirect', async () => {
  const answer = Promise.withResolvers<object>();
  const { recovery, alerts }: State = (
    await expectSaga(recoverySaga)
      .withReducer(reducer, reducer(undefined, signedIn(aUser())))
      .provide(answering({ [set]: () => answer.promise }).providers)
      .dispatch(reset)
      .dispatch(startedAnew())
      .delay(10)
      .dispatch({ type: String(answer.resolve({ success: true, message: '' })) })
      .silentRun(untilQuiet)
  ).storeState;
  expect(alerts.map(({ text }) => text)).toEqual(['Your new password is set. Please sign in with it.']);
  expect(recovery).toMatchObject({ busy: false, done: false });
});

test('does not report a late password change in the form that is being submitted', async () => {
  const { requests, dispatch, state, unanswered } = overHeldNetwork<RecoveryState>(recoveryState);
  dispatch(reset);
  await vi.waitFor(() => expect(requests).toHaveLength(1), patience);
  dispatch(startedAnew());
  dispatch(linkRequested('two'));
  await vi.waitFor(() => expect(requests).toHaveLength(2), patience);
  requests[0]?.answer({ success: true, message: '' });
  await vi.waitFor(() => expect(requests).toHaveLength(3), patience);
  requests[2]?.fail();
  await vi.waitFor(() => expect(unanswered()).toBe(1), patience);
  await new Promise((resolve) => setTimeout(resolve, untilQuiet));
  expect(state()).toMatchObject({ busy: true, done: false });
});
