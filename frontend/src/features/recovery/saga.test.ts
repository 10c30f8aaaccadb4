import { combineReducers, type Reducer } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { type Alert, alertsSlice } from '../../entities/alerts/slice.ts';
import { type SessionState, sessionSlice, signedIn } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { untilQuiet } from '../../testing/patience.ts';
import { recoverySaga } from './saga.ts';
import { linkAsked, type RecoveryState, recoverySlice, resetSubmitted } from './slice.ts';

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
const ask = 'POST /api/auth/forgot-password';
const set = 'POST /api/auth/reset-password';
const reset = resetSubmitted({ token: 'a'.repeat(43), password: 'Analytical#1', confirm_password: 'Analytical#1' });

const run = async (server: ReturnType<typeof answering>, action: { type: string }): Promise<State> =>
  (
    await expectSaga(recoverySaga)
      .withReducer(reducer, reducer(undefined, signedIn(aUser())))
      .provide(server.providers)
      .dispatch(action)
      .silentRun(untilQuiet)
  ).storeState;

test('a link is asked for by the trimmed name', async () => {
  const server = answering({ [ask]: { success: true, message: '' } });
  const { recovery } = await run(server, linkAsked(' owl@example.org '));
  expect(server.made[0]?.body).toEqual({ username_or_email: 'owl@example.org' });
  expect(recovery).toMatchObject({ busy: false, done: true });
});

test('a link that could not be asked for is said so', async () => {
  const { recovery } = await run(answering({ [ask]: new NetworkError('down') }), linkAsked('night_owl'));
  expect(recovery).toMatchObject({ done: false, error: 'The link could not be asked for. Please try again.' });
});

test('a password that is set signs out, since every session has ended', async () => {
  const { recovery, session, alerts } = await run(answering({ [set]: { success: true, message: '' } }), reset);
  expect(recovery.done).toBe(true);
  expect(session.user).toBeNull();
  expect(alerts.map(({ text }) => text)).toEqual(['Your new password is set. Please sign in with it.']);
});

test.each([
  ['used or old', failure(400, 'auth.reset_token_invalid', 'No longer valid.')],
  ['malformed', failure(422, 'auth.invalid', 'Please check.', { token: ['The link is incomplete.'] })],
])('a link that is %s is told apart from a password that is refused', async (_, error) => {
  expect((await run(answering({ [set]: error }), reset)).recovery).toMatchObject({ linkInvalid: true, error: null });
});

test('a password that is too common is said on its field, and the user stays signed in', async () => {
  const common = failure(422, 'auth.invalid', 'Please check.', { password: ['This password is too common.'] });
  const { recovery, session } = await run(answering({ [set]: common }), reset);
  expect(recovery).toMatchObject({ linkInvalid: false, fieldErrors: { password: 'This password is too common.' } });
  expect(session.user).not.toBeNull();
});
