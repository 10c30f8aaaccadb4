import { combineReducers } from '@reduxjs/toolkit';
import { expectSaga } from 'redux-saga-test-plan';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actAs } from '../../lib/acting-user.ts';
import { NetworkError } from '../../lib/api-errors.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { notedSignOut, noteSignOut } from '../../lib/sign-out-note.ts';
import { answering, failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { patience, untilQuiet } from '../../test/patience.ts';
import { stubBrowser } from '../../test/stub-browser.ts';
import { alertsSlice } from '../alerts/slice.ts';
import { noteTime, readLastUser, writeLastUser } from './last-user.ts';
import { sessionSaga } from './saga.ts';
// Import it up front: the dynamic import takes a busy machine longer than the saga's timeout.
import '../device/may-leave.ts';
import './signing-out.ts';
import { sessionSlice, signedIn, signOutRequested } from './slice.ts';

// The browser leaves the page, so the saga never continues.
vi.mock('../../lib/leave-for.ts', () => ({ leaveFor: vi.fn(() => new Promise(() => {})) }));

const reducer = combineReducers({ session: sessionSlice.reducer, alerts: alertsSlice.reducer });
const verify = 'GET /api/auth/verify-token';

const own = { success: true, user: aUser() };
const others = { success: true, user: aUser({ id: 'another' }) };
const anonymous = { success: false, user: null };
const down = new NetworkError('down');

/** Starts a page whose session check gets this answer. */
async function start(check: Parameters<typeof answering>[0][string], ...actions: { type: string }[]) {
  const { providers, made } = answering({ [verify]: check });
  // expectSaga cannot spawn a function that returns a promise.
  const spawn = ({ fn, args }: { readonly fn: unknown; readonly args: readonly unknown[] }, next: () => unknown) =>
    fn === leaveFor ? leaveFor(String(args[0])) : next();
  let saga = expectSaga(sessionSaga)
    .withReducer(reducer)
    .provide({ ...providers, spawn });
  for (const action of actions) saga = saga.dispatch(action);
  const { session, alerts } = (await saga.silentRun(untilQuiet)).storeState as ReturnType<typeof reducer>;
  return { session, alerts, made };
}

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

beforeEach(stubBrowser);
afterEach(() => {
  noteSignOut(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['no network', null],
  ['a server that cannot', 503],
])(
  'signs out immediately with %s, notifies the user and ends the session later with the same key',
  async (_, answer) => {
    const keys = signingOut(answer, answer, {});
    const { session, alerts } = await start(anonymous, signedIn(aUser()), signOutRequested());
    expect(session).toMatchObject({ user: null, leaving: true });
    expect(alerts).toMatchObject([{ text: expect.stringContaining('when you’re back online') }]);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(notedSignOut()).toBeNull(), patience);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  },
);

test('does not check the session on start before a pending sign-out is delivered', async () => {
  const keys = signingOut(null);
  await start(anonymous, signedIn(aUser()), signOutRequested());
  const { session, made } = await start(own);
  expect(session).toMatchObject({ known: true, user: null, reader: null });
  expect(made).toEqual([]);
  expect(new Set(keys).size).toBe(1);
});

test('signs out when another tab signs out', async () => {
  signingOut({});
  setTimeout(() => {
    noteSignOut();
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nightshelf-sign-out', newValue: 'key' }));
  });
  const { session } = await start(own);
  expect(session).toMatchObject({ user: null });
  expect(notedSignOut()).toBeNull();
});

const { id, username } = aUser();

test('lets the last user read stored data without being signed in while the server is unreachable', async () => {
  await start(own);
  const { session } = await start(down);
  expect(session).toMatchObject({ known: true, user: null, reader: { id, username } });
});

const days = (count: number) => count * 24 * 60 * 60_000;
const isoIn = (time: number) => new Date(Date.now() + time).toISOString();

/** Fakes a browser with one user's caches and the client's own files. Returns the deleted caches. */
function stubCaches() {
  const deleted: string[] = [];
  const names = ['nightshelf-games', 'nightshelf-answers', 'nightshelf-covers', 'workbox-precache'];
  vi.stubGlobal('caches', { keys: async () => names, delete: async (name: string) => deleted.push(name) });
  return deleted;
}

test('deletes stored data once the session has ended, also when the clock is set back', async () => {
  const deleted = stubCaches();
  const offline = async (clock: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(clock);
    return (await start(down)).session;
  };
  const now = Date.now();
  await start({ ...own, session_ends: isoIn(days(3)) });
  expect(await offline(now + days(2))).toMatchObject({ reader: { id } });
  expect(deleted).toEqual([]);
  expect(await offline(now + days(3) + 1)).toMatchObject({ user: null, reader: null });
  expect(deleted).toContain('nightshelf-games');
  expect(await offline(now)).toMatchObject({ reader: null });
});

test('keeps the session when the clock is a year ahead', async () => {
  const now = Date.now() + days(365);
  vi.spyOn(Date, 'now').mockReturnValue(now);
  await start({ ...own, session_ends: new Date(now - days(362)).toISOString(), session_lasts: 3 * 24 * 3600 });
  expect(readLastUser()).toMatchObject({ id });
  vi.spyOn(Date, 'now').mockReturnValue(now + days(3) + 1);
  expect(readLastUser()).toBeNull();
});

test('uses the latest time ever seen', async () => {
  const now = Date.now();
  await start({ ...own, session_ends: isoIn(days(3)) });
  vi.spyOn(Date, 'now').mockReturnValue(now + days(3) + 1);
  noteTime();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const { session } = await start(down);
  expect(session.reader).toBeNull();
});

test('rechecks the session when the user returns, and ends an expired session offline', async () => {
  const now = Date.now();
  const answers: object[] = [{ ...own, session_ends: isoIn(days(3)) }, down];
  setTimeout(() => {
    vi.spyOn(Date, 'now').mockReturnValue(now + days(4));
    document.dispatchEvent(new Event('visibilitychange'));
  }, 20);
  const { session } = await start(() => answers.shift() as object);
  expect(session).toMatchObject({ user: null, reader: null });
  expect(readLastUser()).toBeNull();
});

test('shows no stored data after an error response, but remembers the user', async () => {
  await start(own);
  const { session } = await start(failure(503, 'gateway.unavailable'));
  expect(session).toMatchObject({ user: null, reader: null });
  expect(readLastUser()).toMatchObject({ id, username });
});

test.each([
  ['signs out', own, [signOutRequested()]],
  ['is found to be signed out', anonymous, []],
])('forgets a user who %s, with all stored data', async (_, answer, actions) => {
  const deleted = stubCaches();
  await start(own);
  signingOut({});
  await start(answer, ...actions);
  expect(readLastUser()).toBeNull();
  expect(deleted).toEqual(['nightshelf-games', 'nightshelf-answers', 'nightshelf-covers']);
});

test("deletes one user's stored data before another signs in", async () => {
  const deleted = stubCaches();
  await start(own);
  expect(deleted).toEqual([]);
  await start(anonymous, signedIn(aUser({ id: 'another' })));
  expect(readLastUser()?.id).toBe('another');
  expect(deleted).toContain('nightshelf-games');
});

test("continues to the sign-in provider's logout page, when it has one", async () => {
  signingOut({ end_session_url: 'https://id.example.org/end' });
  const { session } = await start(anonymous, signedIn(aUser()), signOutRequested());
  expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://id.example.org/end');
  expect(session).toMatchObject({ user: null, leaving: true });
});

test.each([
  ['signed out', 'another user signed in', anonymous, () => writeLastUser(others.user), others],
  ['still signed in', 'another user signed in', own, () => writeLastUser(others.user), others],
  ['signed out', 'the user signed in again', anonymous, () => writeLastUser(own.user), own],
  ['still signed in', 'the user signed out', own, () => writeLastUser(null), anonymous],
  ['still signed in', 'the user is signing out', own, () => noteSignOut(), anonymous],
])('ignores a late response (%s) when in another tab %s', async (_response, _event, late, happens, then) => {
  const deleted = stubCaches();
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
  const { session } = await start(answer);
  expect(session).toMatchObject({ known: true, reader: null });
  expect(session.user?.id).toBe(then.user?.id);
  expect(readLastUser()?.id).toBe(then.user?.id);
  if (then !== anonymous) expect(deleted, 'keeps the data of the user who signed in').toEqual([]);
});

test('reads no stored data of a user who is signing out in another tab while the server is unreachable', async () => {
  signingOut(null);
  writeLastUser(own.user);
  const answer = () => {
    noteSignOut();
    return down;
  };
  const { session } = await start(answer);
  expect(session).toMatchObject({ known: true, user: null, reader: null });
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
  const { session } = await start(() => answers.shift() ?? down);
  expect(session).toMatchObject({ known: true, user: { id } });
});
