import { combineReducers } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionSlice } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { patience } from '../../testing/patience.ts';
import { runSaga } from '../../testing/run-saga.ts';
import type { RegistrationBody } from './api.ts';
import { authSaga } from './saga.ts';
import { authSlice, formOpened, loginSubmitted, registrationSubmitted } from './slice.ts';

const reducer = combineReducers({ auth: authSlice.reducer, session: sessionSlice.reducer });
const [signIn, signUp] = ['POST /api/auth/login', 'POST /api/auth/register'];
const login = (username_or_email: string) => loginSubmitted({ username_or_email, password: 'Passw0rd!' });
const register = registrationSubmitted({ username: 'night_owl' } as RegistrationBody);

let end = () => {};
afterEach(() => end());

/** Opens the form; `answered` resolves the calls to the endpoint one by one. */
function opened(endpoint: string) {
  const calls: PromiseWithResolvers<object | Error>[] = [];
  const answer = () => {
    const call = Promise.withResolvers<object | Error>();
    calls.push(call);
    return call.promise;
  };
  const server = answering({ [endpoint]: answer });
  const page = runSaga(authSaga, { reducer, state: reducer(undefined, formOpened()), providers: server.providers });
  ({ end } = page);
  const answered = async (which: number, outcome: object | Error) => {
    calls[which]?.resolve(outcome);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { ...page, made: server.made, answered, keys: server.keys };
}

test.each([
  [signIn, login('owl')],
  [signUp, register],
])('does not show a late %s error on a form that was opened later', async (endpoint, action) => {
  const { dispatch, state, answered } = opened(endpoint);
  dispatch(action);
  dispatch(formOpened());
  await answered(0, failure(422, 'auth.invalid', 'Please check.'));
  expect(state().auth).toMatchObject({ busy: false, error: null, fieldErrors: {} });
});

test('does not open the second step when the server asks for it after the form was left', async () => {
  const { dispatch, state, answered } = opened(signIn);
  dispatch(login('owl'));
  dispatch(formOpened());
  await answered(0, failure(403, 'auth.second_factor_required'));
  expect(state().auth).not.toHaveProperty('hasSecondStep');
});

test('keeps the second user signed in when the first sign-in fails late', async () => {
  const { dispatch, state, made, answered } = opened(signIn);
  dispatch(login('owl'));
  dispatch(formOpened());
  dispatch(login('ada'));
  await vi.waitFor(() => expect(made).toHaveLength(2), patience);
  await answered(1, { user: aUser() });
  await answered(0, failure(401, 'auth.invalid', 'Wrong password.'));
  expect(state().session.user?.username).toBe('night_owl');
});

test('registers once when the form is submitted twice in a row', async () => {
  const { dispatch, made, answered } = opened(signUp);
  dispatch(register);
  dispatch(register);
  await answered(0, failure(422, 'auth.invalid'));
  expect(made).toHaveLength(1);
});

test('signs in when the account is created after the form was left', async () => {
  const { dispatch, state, answered } = opened(signUp);
  dispatch(register);
  dispatch(formOpened());
  await answered(0, { user: aUser() });
  expect(state().session.user?.username).toBe('night_owl');
});

test('reuses the idempotency key after a lost response, and takes a new one after a refusal', async () => {
  const { dispatch, answered, keys } = opened(signUp);
  dispatch(register);
  await answered(0, new NetworkError('down'));
  dispatch(register);
  await answered(1, failure(422, 'auth.invalid'));
  dispatch(register);
  await answered(2, failure(422, 'auth.invalid'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});
