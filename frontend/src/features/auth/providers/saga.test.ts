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

test('loads the providers once', async () => {
  const server = answering({ [list]: { providers: [demo] } });
  const { state } = await run(server, providersNeeded(), providersNeeded());
  expect(state.list).toEqual([demo]);
  expect(server.made).toHaveLength(1);
});

test('shows neither buttons nor a message when the request fails', async () => {
  const { state } = await run(answering({ [list]: new NetworkError('down') }), providersNeeded());
  expect(state).toEqual({ list: null, leaving: null, error: null });
});

test('sends the return address and opens the chosen provider', async () => {
  const server = answering({ [begin]: { authorization_url: 'https://id.example.org/auth?x=1' } });
  const { state, visited } = await run(server, providerChosen({ provider: 'demo', returnTo: '/library' }));
  expect(server.made[0]).toMatchObject({ params: { provider: 'demo' }, body: { return_to: '/library' } });
  expect(visited).toEqual(['https://id.example.org/auth?x=1']);
  expect(state.leaving).toBe('demo');
});

test.each([
  [failure(503, 'auth.identity_provider_unavailable', 'Demo ID cannot be reached.'), 'Demo ID cannot be reached.'],
  [new NetworkError('down'), 'The provider cannot be reached right now. Please try again.'],
])('shows an error when the provider is unavailable: %s', async (error, text) => {
  const choice = providerChosen({ provider: 'demo', returnTo: '/' });
  const { state, visited } = await run(answering({ [begin]: error }), choice);
  expect(visited).toEqual([]);
  expect(state).toMatchObject({ leaving: null, error: text });
});
