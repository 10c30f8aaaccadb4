import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { sessionSlice } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { untilQuiet } from '../../testing/patience.ts';
import { choiceSaga } from './saga.ts';
import { choiceOpened, choiceSlice, usernameChosen } from './slice.ts';

const reducer = combineReducers({ usernameChoice: choiceSlice.reducer, session: sessionSlice.reducer });
const get = 'GET /api/auth/pending-identity';
const post = 'POST /api/auth/pending-identity';
const pending = {
  provider: { id: 'demo', name: 'Demo ID' },
  suggested_username: 'ada_l',
  email: 'ada@example.org',
};

const run = async (answers: Record<string, object | Error>, ...actions: { type: string }[]) => {
  const saga = expectSaga(choiceSaga).withReducer(reducer).provide(answering(answers).providers);
  return (await actions.reduce((before, action) => before.dispatch(action), saga).silentRun(untilQuiet)).storeState;
};

test.each([
  ['gone', failure(404, 'auth.no_pending_identity')],
  ['failed', new NetworkError('down')],
])('is %s without a pending sign-in', async (status, error) => {
  expect((await run({ [get]: error }, choiceOpened())).usernameChoice.status).toBe(status);
});

test('shows a taken username on its field', async () => {
  const taken = failure(422, 'auth.taken', 'Please check.', { username: ['Username is already taken'] });
  const { usernameChoice } = await run({ [get]: pending, [post]: taken }, choiceOpened(), usernameChosen('ada'));
  expect(usernameChoice).toMatchObject({
    status: 'waiting',
    submission: { busy: false, fieldErrors: { username: 'Username is already taken' } },
  });
});

test('reports an expired sign-in as gone', async () => {
  const gone = failure(404, 'auth.no_pending_identity');
  const { usernameChoice } = await run({ [get]: pending, [post]: gone }, choiceOpened(), usernameChosen('ada'));
  expect(usernameChoice.status).toBe('gone');
});
