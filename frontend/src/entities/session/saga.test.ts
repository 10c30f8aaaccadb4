import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actAs } from '../../lib/acting-user.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { notedSignOut, noteSignOut } from '../../lib/sign-out-note.ts';
import { answering, failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { patience, untilQuiet } from '../../test/patience.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { recordingVisits } from '../../test/visits.ts';
import { alertsSlice } from '../alerts/slice.ts';
import { noteTime, readLastUser, writeLastUser } from './last-user.ts';
import { sessionSaga } from './saga.ts';
// Import it up front: the dynamic import takes a busy machine longer than the saga's timeout.
import '../device/may-leave.ts';
import './signing-out.ts';
import { sessionSlice, signedIn, signOutRequested } from './slice.ts';

const reducer = combineReducers({ session: sessionSlice.reducer, alerts: alertsSlice.reducer });
const verify = 'GET /api/auth/verify-token';

const run = (server: ReturnType<typeof answering>, ...actions: { type: string }[]) =>
  actions
    .reduce(
      (saga, action) => saga.dispatch(action),
      expectSaga(sessionSaga).withReducer(reducer).provide(server.providers),
    )
    .silentRun(untilQuiet);

/** Answers sign-outs in order and repeats the last answer; null stands for no network. */
function signingOut(...answers: (object | number | null)[]) {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    expect(address).toBe('/api/auth/logout');
    keys.push(headers['idempotency-key'] ?? '');
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === null || answer === undefined) throw new TypeError('Failed to fetch');
    if (typeof answer === 'number')
      return Response.json({ success: false, code: 'auth.sessions_unavailable' }, { status: answer });
    return Response.json({ success: true, message: '', ...answer });
  });
  return keys;
}

const anonymous = { success: false, user: null };

beforeEach(stubBrowser);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('finds the user with the session check on start', async () => {
  const { storeState } = await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(storeState.session).toMatchObject({ known: true, user: { username: 'night_owl' } });
});

test.each([
  ['the visitor is not signed in', { success: false, user: null }],
  ['the check fails', failure(503, 'gateway.unavailable')],
  ['the server is unreachable', new NetworkError('down')],
])('signs the visitor out when %s', async (_, answer) => {
  const { storeState } = await run(answering({ [verify]: answer }));
  expect(storeState.session).toMatchObject({ known: true, user: null });
});

test.each([
  ['no network', null],
  ['a server that cannot', 503],
])(
  'signs out immediately with %s, notifies the user and ends the session later with the same key',
  async (_, answer) => {
    const keys = signingOut(answer, answer, {});
    const { storeState } = await run(answering({ [verify]: anonymous }), signedIn(aUser()), signOutRequested());
    expect(storeState.session).toMatchObject({ user: null, leaving: true });
    expect(storeState.alerts).toMatchObject([{ text: expect.stringContaining('when you’re back online') }]);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(notedSignOut()).toBeNull(), patience);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  },
);

test('does not check the session on start before a pending sign-out is delivered', async () => {
  const keys = signingOut(null);
  await run(answering({ [verify]: anonymous }), signedIn(aUser()), signOutRequested());
  const server = answering({ [verify]: { success: true, user: aUser() } });
  const { storeState } = await run(server);
  expect(storeState.session).toMatchObject({ known: true, user: null, reader: null });
  expect(server.made).toEqual([]);
  expect(new Set(keys).size).toBe(1);
  noteSignOut(null);
});

test('signs out when another tab signs out', async () => {
  signingOut({});
  setTimeout(() => {
    noteSignOut();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nightshelf-sign-out', newValue: 'key' }));
  });
  const { storeState } = await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(storeState.session).toMatchObject({ user: null });
  expect(notedSignOut()).toBeNull();
});

const { id, username } = aUser();

test('lets the last user read stored data without being signed in while the server is unreachable', async () => {
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  const { storeState } = await run(answering({ [verify]: new NetworkError('down') }));
  expect(storeState.session).toMatchObject({ known: true, user: null, reader: { id, username } });
});

const days = (count: number) => count * 24 * 60 * 60_000;
const isoIn = (time: number) => new Date(Date.now() + time).toISOString();

/** A browser with one user's caches and the client's own files. */
function stubCaches(deleted: string[]): void {
  const names = ['nightshelf-games', 'nightshelf-answers', 'nightshelf-covers', 'workbox-precache'];
  vi.stubGlobal('caches', { keys: async () => names, delete: async (name: string) => deleted.push(name) });
}

test('deletes stored data once the session has ended, also when the clock is set back', async () => {
  const deleted: string[] = [];
  stubCaches(deleted);
  const offline = async (clock: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(clock);
    return (await run(answering({ [verify]: new NetworkError('down') }))).storeState.session;
  };
  const now = Date.now();
  const ends = isoIn(days(3));
  await run(answering({ [verify]: { success: true, user: aUser(), session_ends: ends } }));
  expect(await offline(now + days(2))).toMatchObject({ reader: { id } });
  expect(deleted).toEqual([]);
  expect(await offline(now + days(3) + 1)).toMatchObject({ user: null, reader: null });
  expect(deleted).toContain('nightshelf-games');
  expect(await offline(now)).toMatchObject({ reader: null });
});

test('keeps the session when the clock is a year ahead', async () => {
  const now = Date.now() + days(365);
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const answer = {
    success: true,
    user: aUser(),
    session_ends: new Date(now - days(362)).toISOString(),
    session_lasts: 3 * 24 * 3600,
  };
  await run(answering({ [verify]: answer }));
  expect(readLastUser()).toMatchObject({ id });
  vi.spyOn(Date, 'now').mockReturnValue(now + days(3) + 1);
  expect(readLastUser()).toBeNull();
});

test('uses the latest time ever seen', async () => {
  const now = Date.now();
  await run(answering({ [verify]: { success: true, user: aUser(), session_ends: isoIn(days(3)) } }));
  vi.spyOn(Date, 'now').mockReturnValue(now + days(3) + 1);
  noteTime();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const { storeState } = await run(answering({ [verify]: new NetworkError('down') }));
  expect(storeState.session.reader).toBeNull();
});

test('rechecks the session when the user returns, and ends an expired session offline', async () => {
  const now = Date.now();
  const answers: object[] = [{ success: true, user: aUser(), session_ends: isoIn(days(3)) }, new NetworkError('down')];
  setTimeout(() => {
    vi.spyOn(Date, 'now').mockReturnValue(now + days(4));
    document.dispatchEvent(new Event('visibilitychange'));
  }, 20);
  const { storeState } = await run(answering({ [verify]: () => answers.shift() as object }));
  expect(storeState.session).toMatchObject({ user: null, reader: null });
  expect(readLastUser()).toBeNull();
});

test('shows no stored data after an error response, but remembers the user', async () => {
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  const { storeState } = await run(answering({ [verify]: failure(503, 'gateway.unavailable') }));
  expect(storeState.session).toMatchObject({ user: null, reader: null });
  expect(readLastUser()).toMatchObject({ id, username });
});

test.each([
  ['signs out', { success: true, user: aUser() }, [signOutRequested()]],
  ['is found to be signed out', { success: false, user: null }, []],
])('forgets a user who %s, with all stored data', async (_, answer, actions) => {
  const deleted: string[] = [];
  stubCaches(deleted);
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  signingOut({});
  await run(answering({ [verify]: answer }), ...actions);
  expect(readLastUser()).toBeNull();
  expect(deleted).toEqual(['nightshelf-games', 'nightshelf-answers', 'nightshelf-covers']);
});

test("deletes one user's stored data before another signs in", async () => {
  const deleted: string[] = [];
  stubCaches(deleted);
  await run(answering({ [verify]: { success: true, user: aUser() } }));
  expect(deleted).toEqual([]);
  await run(answering({ [verify]: { success: false, user: null } }), signedIn(aUser({ id: 'another' })));
  expect(readLastUser()?.id).toBe('another');
  expect(deleted).toContain('nightshelf-games');
});

test("continues to the sign-in provider's logout page, when it has one", async () => {
  const visits = recordingVisits();
  signingOut({ end_session_url: 'https://id.example.org/end' });
  const server = answering({ [verify]: anonymous });
  const { storeState } = await expectSaga(sessionSaga)
    .withReducer(reducer)
    .provide([visits.providers, server.providers])
    .dispatch(signedIn(aUser()))
    .dispatch(signOutRequested())
    .silentRun(untilQuiet);
  expect(visits.visited).toEqual(['https://id.example.org/end']);
  expect(storeState.session).toMatchObject({ user: null, leaving: true });
});

const own = { success: true, user: aUser() };
const others = { success: true, user: aUser({ id: 'another' }) };

test.each([
  ['signed out', 'another user signed in', anonymous, () => writeLastUser(others.user), others],
  ['still signed in', 'another user signed in', own, () => writeLastUser(others.user), others],
  ['signed out', 'the user signed in again', anonymous, () => writeLastUser(own.user), own],
  ['still signed in', 'the user signed out', own, () => writeLastUser(null), anonymous],
  ['still signed in', 'the user is signing out', own, () => noteSignOut(), anonymous],
])('ignores a late response (%s) when in another tab %s', async (_response, _event, late, happens, then) => {
  const deleted: string[] = [];
  stubCaches(deleted);
  signingOut(null);
  actAs(null);
  writeLastUser(own.user);
  const answers: object[] = [late, then];
  const asked = Date.now();
  const answer = () => {
    vi.spyOn(Date, 'now').mockReturnValue(asked + 10);
    if (answers.length === 2) happens();
    return answers.shift() as object;
  };
  const { storeState } = await run(answering({ [verify]: answer }));
  expect(storeState.session).toMatchObject({ known: true, reader: null });
  expect(storeState.session.user?.id).toBe(then.user?.id);
  expect(readLastUser()?.id).toBe(then.user?.id);
  if (then !== anonymous) expect(deleted, 'keeps the data of the user who signed in').toEqual([]);
  noteSignOut(null);
});

test('reads no stored data of a user who is signing out in another tab while the server is unreachable', async () => {
  signingOut(null);
  writeLastUser(own.user);
  const answer = () => {
    noteSignOut();
    return new NetworkError('down');
  };
  const { storeState } = await run(answering({ [verify]: answer }));
  expect(storeState.session).toMatchObject({ known: true, user: null, reader: null });
  noteSignOut(null);
});

const full = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  removeItem: () => {},
};

test.each([
  ['is full', full],
  ['is refused', undefined],
])('stays signed in offline when the user returns and the storage %s', async (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  const answers: object[] = [own];
  setTimeout(() => document.dispatchEvent(new Event('visibilitychange')), 60);
  const { storeState } = await run(answering({ [verify]: () => answers.shift() ?? new NetworkError('down') }));
  expect(storeState.session).toMatchObject({ known: true, user: { id } });
});
