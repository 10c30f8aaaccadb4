// @vitest-environment jsdom
import { combineReducers } from '@reduxjs/toolkit';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering } from '../../../testing/answers.ts';
import { patience } from '../../../testing/patience.ts';
import { runSaga } from '../../../testing/run-saga.ts';
import { onScreen } from '../../../testing/screen.tsx';
import { recordingVisits } from '../../../testing/visits.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { providersSaga } from './saga.ts';
import { providersSlice } from './slice.ts';

const reducer = combineReducers({ providers: providersSlice.reducer });

let end = () => {};
afterEach(() => end());

test('does not open the provider after the user has left the page', async () => {
  const waiting = Promise.withResolvers<object>();
  const visits = recordingVisits();
  const server = answering({
    'GET /api/auth/identity-providers': { providers: [{ id: 'demo', name: 'Demo ID' }] },
    'POST /api/auth/identity-providers/:provider/sign-in': () => waiting.promise,
  });
  const page = runSaga(providersSaga, {
    reducer,
    state: reducer(undefined, { type: 'begin' }),
    providers: { call: (call, next) => server.providers.call(call, () => visits.providers.call(call, next)) },
  });
  ({ end } = page);
  const screen = await onScreen(page.store, <ProviderButtons disabled={false} />);
  const button = await screen.found(() => document.querySelector('button'));
  await act(async () => button.click());
  await vi.waitFor(() => expect(server.made).toHaveLength(2), patience);
  await screen.show(null);
  await screen.answered(() => waiting.resolve({ authorization_url: 'https://id.example.org/auth' }));
  expect(visits.visited).toEqual([]);
  expect(page.state().providers).toMatchObject({ leaving: null, error: null });
  await screen.leave();
});
