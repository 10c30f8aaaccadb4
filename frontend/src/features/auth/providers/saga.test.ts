import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { expect, test } from 'vitest';
import { NetworkError } from '../../../lib/api-errors.ts';
import { answering, failure } from '../../../testing/answers.ts';
import { untilQuiet } from '../../../testing/patience.ts';
import { recordingVisits } from '../../../testing/visits.ts';
import { providersSaga } from './saga.ts';
import { providerChosen, providersNeeded, providersSlice } from './slice.ts';

const reducer = combineReducers({ providers: providersSlice.reducer });
const list = 'GET /api/auth/identity-providers';
const begin = 'POST /api/auth/identity-providers/:provider/sign-in';
const demo = { id: 'demo', name: 'Demo ID' };

function run(server: ReturnType<typeof answering>, ...actions: { type: string }[]) {
  const visits = recordingVisits();
  const saga = expectSaga(providersSaga).withReducer(reducer).provide([visits.providers, server.providers]);
  const end = actions.reduce((before, action) => before.dispatch(action), saga).silentRun(untilQuiet);
  return end.then(({ storeState }) => ({ state: storeState.providers, visited: visits.visited }));
}

test('the providers are asked for once', async () => {
  const server = answering({ [list]: { providers: [demo] } });
  const { state } = await run(server, providersNeeded(), providersNeeded());
  expect(state.list).toEqual([demo]);
  expect(server.made).toHaveLength(1);
});

test('without an answer there are no buttons, and no message', async () => {
  const { state } = await run(answering({ [list]: new NetworkError('down') }), providersNeeded());
  expect(state).toEqual({ list: null, leaving: null, error: null });
});

test('the chosen provider is told where to return to, and the browser goes there', async () => {
  const server = answering({ [begin]: { authorization_url: 'https://id.example.org/auth?x=1' } });
  const { state, visited } = await run(server, providerChosen({ provider: 'demo', returnTo: '/library' }));
  expect(server.made[0]).toMatchObject({ params: { provider: 'demo' }, body: { return_to: '/library' } });
  expect(visited).toEqual(['https://id.example.org/auth?x=1']);
  expect(state.leaving).toBe('demo');
});

test.each([
  [failure(503, 'auth.identity_provider_unavailable', 'Demo ID cannot be reached.'), 'Demo ID cannot be reached.'],
  [new NetworkError('down'), 'The provider cannot be reached right now. Please try again.'],
])('a provider that is away is said so: %s', async (error, text) => {
  const choice = providerChosen({ provider: 'demo', returnTo: '/' });
  const { state, visited } = await run(answering({ [begin]: error }), choice);
  expect(visited).toEqual([]);
  expect(state).toMatchObject({ leaving: null, error: text });
});
