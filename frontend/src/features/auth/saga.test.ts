import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { sessionSlice } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { untilQuiet } from '../../testing/patience.ts';
import { registrationBody } from './registration-form.ts';
import { authSaga } from './saga.ts';
import { authSlice, loginSubmitted, registrationSubmitted } from './slice.ts';

const reducer = combineReducers({ auth: authSlice.reducer, session: sessionSlice.reducer });
const login = loginSubmitted({ username_or_email: 'night_owl', password: 'Passw0rd!' });
const register = registrationSubmitted(
  registrationBody(
    {
      first_name: '',
      last_name: '',
      username: 'night_owl',
      email: 'owl@example.org',
      password: 'Passw0rd!',
      confirm_password: 'Passw0rd!',
    },
    { openedAt: 1, honeypot: { name: 'company_1234', value: '' } },
  ),
);

const run = (action: { type: string }, answer: object | Error) =>
  expectSaga(authSaga)
    .withReducer(reducer)
    .provide(answering({ 'POST /api/auth/login': answer, 'POST /api/auth/register': answer }).providers)
    .dispatch(action)
    .silentRun(untilQuiet);

test.each([
  ['login', login],
  ['registration', register],
])('signs the user in after a successful %s', async (_, action) => {
  const { storeState } = await run(action, { user: aUser() });
  expect(storeState).toMatchObject({
    session: { user: { username: 'night_owl' } },
    auth: { busy: false, error: null },
  });
});

test.each([
  ['login', login, failure(401, 'auth.invalid', 'Wrong password.'), 'Wrong password.'],
  ['login', login, failure(401, 'auth.invalid'), 'Login failed'],
  ['login', login, new NetworkError('down'), 'Login failed. Please check your credentials.'],
  ['registration', register, failure(422, 'auth.invalid'), 'Registration failed'],
  ['registration', register, new NetworkError('down'), 'Registration failed. Please try again.'],
])('shows the message of a failed %s', async (_name, action, error, text) => {
  const { storeState } = await run(action, error);
  expect(storeState).toMatchObject({ auth: { busy: false, error: text }, session: { user: null } });
});

test('keeps the first message of each invalid field', async () => {
  const errors = { username: ['Username is already taken', 'Too plain'], email: ['Email is already registered'] };
  const { storeState } = await run(register, failure(422, 'auth.invalid', 'Please check.', errors));
  expect(storeState.auth.fieldErrors).toEqual({
    username: 'Username is already taken',
    email: 'Email is already registered',
  });
});
