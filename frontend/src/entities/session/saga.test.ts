import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '../../lib/api-errors.ts';
import { answering, failure } from '../../testing/answers.ts';
import { aUser } from '../../testing/builders.ts';
import { recordingVisits } from '../../testing/visits.ts';
import { readLastUser } from './last-user.ts';
import { sessionSaga } from './saga.ts';
import { sessionSlice, signedIn, signOutRequested } from './slice.ts';

const reducer = combineReducers({ session: sessionSlice.reducer });
const verify = 'GET /api/auth/verify-token';
const logout = 'POST /api/auth/logout';

const run = (server: ReturnType<typeof answering>, ...actions: { type: string }[]) =>
  actions
    .reduce(
      (saga, action) => saga.dispatch(action),
      expectSaga(sessionSaga).withReducer(reducer).provide(server.providers),
    )
    .silentRun(40);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('on start the token check finds the user', async () => {
  const { storeState } = await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(storeState.session).toMatchObject({ known: true, user: { username: 'night_owl' } });
});

test.each([
  ['nobody is signed in', { success: false, user: null }],
  ['the check fails', failure(503, 'gateway.unavailable')],
  ['the server is not reached', new NetworkError('down')],
])('the visitor is signed out when %s', async (_, answer) => {
  const { storeState } = await run(answering({ [verify]: answer }));
  expect(storeState.session).toMatchObject({ known: true, user: null });
});

test('signing out clears the user even if the call fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = answering({ [verify]: { success: false, user: null }, [logout]: new NetworkError('down') });
  const { storeState } = await run(server, signedIn(aUser()), signOutRequested());
  expect(server.made.map(({ path }) => path)).toContain('/api/auth/logout');
  expect(storeState.session).toMatchObject({ user: null, leaving: true });
});

const { id, username } = aUser();

test('while nobody can be asked, whoever was signed in last may read what was kept, and is not signed in', async () => {
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  const { storeState } = await run(answering({ [verify]: new NetworkError('down') }));
  expect(storeState.session).toMatchObject({ known: true, user: null, reader: { id, username } });
});

test('an answer that is a failure lets nobody read, and forgets nobody', async () => {
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  const { storeState } = await run(answering({ [verify]: failure(503, 'gateway.unavailable') }));
  expect(storeState.session).toMatchObject({ user: null, reader: null });
  expect(readLastUser()).toEqual({ id, username });
});

test.each([
  ['signs out', { success: true, user: aUser() }, [signOutRequested()]],
  ['is found to be signed out', { success: false, user: null }, []],
])('who %s is forgotten, with all that was kept', async (_, answer, actions) => {
  const deleted: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  await run(answering({ [verify]: answer, [logout]: {} }), ...actions);
  expect(readLastUser()).toBeNull();
  expect(deleted).toEqual(['nightshelf-vault', 'nightshelf-covers']);
});

test('nothing that was kept of one user is left when another signs in', async () => {
  const deleted: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(deleted).toEqual([]);
  await run(answering({ [verify]: { success: false, user: null } }), signedIn(aUser({ id: 'another' })));
  expect(readLastUser()?.id).toBe('another');
  expect(deleted).toContain('nightshelf-vault');
});

test('signing out leads on to the provider that one has signed in with, when it has a way out', async () => {
  const visits = recordingVisits();
  const server = answering({
    [verify]: { success: false, user: null },
    [logout]: { success: true, message: '', end_session_url: 'https://id.example.org/end' },
  });
  const { storeState } = await expectSaga(sessionSaga)
    .withReducer(reducer)
    .provide([visits.providers, server.providers])
    .dispatch(signedIn(aUser()))
    .dispatch(signOutRequested())
    .silentRun(40);
  expect(visits.visited).toEqual(['https://id.example.org/end']);
  expect(storeState.session).toMatchObject({ user: null, leaving: true });
});
