import { combineReducers } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionSlice } from '../../entities/session/slice.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { patience } from '../../testing/patience.ts';
import { runSaga } from '../../testing/run-saga.ts';
import { choiceSaga } from './saga.ts';
import { choiceOpened, choiceSlice, usernameChosen } from './slice.ts';

const reducer = combineReducers({ usernameChoice: choiceSlice.reducer, session: sessionSlice.reducer });
const pending = { provider: { id: 'demo', name: 'Demo ID' }, suggested_username: 'ada_l', email: null };
const taken = failure(422, 'auth.taken', 'Please check.', { username: ['Username is already taken'] });

let end = () => {};
afterEach(() => end());

/** Opens the page; `answered` resolves the choices one by one. */
async function opened() {
  const choices: PromiseWithResolvers<object | Error>[] = [];
  const server = answering({
    'GET /api/auth/pending-identity': pending,
    'POST /api/auth/pending-identity': () => {
      const choice = Promise.withResolvers<object | Error>();
      choices.push(choice);
      return choice.promise;
    },
  });
  const page = runSaga(choiceSaga, {
    reducer,
    state: reducer(undefined, { type: 'begin' }),
    providers: server.providers,
  });
  ({ end } = page);
  const open = async () => {
    page.dispatch(choiceOpened());
    await vi.waitFor(() => expect(page.state().usernameChoice.status).toBe('waiting'), patience);
  };
  const choose = async (username: string) => {
    const before = choices.length;
    page.dispatch(usernameChosen(username));
    await vi.waitFor(() => expect(choices).toHaveLength(before + 1), patience);
  };
  const answered = async (which: number, outcome: object | Error) => {
    choices[which]?.resolve(outcome);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const keys = () => server.keys.filter((_, which) => server.made[which]?.method === 'POST');
  await open();
  return { ...page, open, choose, answered, keys };
}

test('does not show or keep a late username error on a form that was opened later', async () => {
  const { state, open, choose, answered } = await opened();
  await choose('ada');
  await open();
  await answered(0, taken);
  expect(state().usernameChoice.submission).toMatchObject({ error: null, fieldErrors: {} });
});

test('submits another username while the first choice, whose page was left, is in flight', async () => {
  const { state, open, choose, answered } = await opened();
  await choose('ada');
  await open();
  await choose('grace');
  await answered(0, taken);
  expect(state().usernameChoice.submission).toMatchObject({ busy: true, fieldErrors: {} });
});

test('signs in when the account is created after the page was left', async () => {
  const { state, open, choose, answered } = await opened();
  await choose('ada');
  await open();
  await answered(0, { user: aUser(), return_to: '/library' });
  expect(state()).toMatchObject({ session: { user: aUser() }, usernameChoice: { returnTo: '/library' } });
});

test('reuses the idempotency key after a lost response, and takes a new one on the next visit', async () => {
  const { open, choose, answered, keys } = await opened();
  await choose('ada');
  await answered(0, new NetworkError('down'));
  await choose('ada');
  await answered(1, new NetworkError('down'));
  await open();
  await choose('ada');
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[0]);
});
