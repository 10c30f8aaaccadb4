import type { Activity, SignedInSession } from '@nightshelf/contracts/accounts.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageOf, NetworkError } from '../../lib/api-errors.ts';
import { refusalOf } from '../../lib/submission.ts';
import { failure } from '../../testing/answers.ts';
import { serverStore, settle } from '../../testing/server-store.ts';
import { securityApi } from './api.ts';
import { securityTexts as texts } from './texts.ts';

const { signInMethods, sessions, activity, ...changes } = securityApi.endpoints;
const done = { success: true, message: '' };
const getSessions = 'GET /api/auth/sessions';
const getActivity = 'GET /api/auth/activity';
const getMethods = 'GET /api/auth/sign-in-methods';
const change = 'POST /api/auth/change-password';
const endOne = 'DELETE /api/auth/sessions/:id';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aSession = (id: string, is_current = false): SignedInSession => ({
  id,
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created_at: '2026-03-01T10:00:00.000Z',
  last_seen_at: '2026-03-02T10:00:00.000Z',
  is_current,
});
const here = aSession('here', true);
const there = aSession('there');

const aLine = (id: string): Activity => ({
  id,
  kind: 'signed_in',
  at: '2026-03-01T10:00:00.000Z',
  device: null,
  address: null,
  detail: null,
});

const identity = {
  id: '00000000-0000-4000-8000-000000000011',
  provider: { id: 'demo', name: 'Demo ID' },
  email: null,
  linked_at: '2026-03-01T10:00:00.000Z',
  last_used_at: null,
};
const methods = { has_password: true, identities: [identity], providers: [identity.provider] };

/** Opens and loads the page. */
async function opened(responses: Parameters<typeof serverStore>[0]) {
  const server = serverStore({
    [getSessions]: { sessions: [here, there] },
    [getActivity]: { activity: [], has_more: false },
    [getMethods]: methods,
    ...responses,
  });
  server.dispatch(signInMethods.initiate());
  server.dispatch(sessions.initiate());
  server.dispatch(activity.initiate());
  await settle();
  const timesRead = (address: string) => server.made.filter((made) => made.address.startsWith(address)).length;
  const listed = () => sessions.select()(server.state()).data?.sessions;
  return { ...server, timesRead, listed };
}

/** Waits for a mutation and for the reloads it causes. */
async function settled<Result>(request: Promise<Result>): Promise<Result> {
  await settle();
  return request;
}

test('ends one session and reloads the audit trail', async () => {
  const { dispatch, listed, alerts, timesRead } = await opened({ [endOne]: done });
  await settled(dispatch(changes.endSession.initiate(there)));
  expect(listed()).toEqual([here]);
  expect(timesRead('/api/auth/activity')).toBe(2);
  expect(alerts()).toEqual(['The session on Firefox on Windows has ended.']);
});

test('counts a missing session as ended', async () => {
  const { dispatch, listed } = await opened({ [endOne]: failure(404, 'auth.no_session') });
  const { error } = await settled(dispatch(changes.endSession.initiate(there)));
  expect(error).toBeUndefined();
  expect(listed()).toEqual([here]);
});

test('keeps a session that could not be ended, with a message', async () => {
  const { dispatch, listed, alerts } = await opened({ [endOne]: new NetworkError('down') });
  const { error } = await settled(dispatch(changes.endSession.initiate(there)));
  expect(listed()).toEqual([here, there]);
  expect(messageOf(error, texts.sessions.endFailed)).toBe('The session could not be ended. Please try again.');
  expect(alerts()).toEqual([]);
});

test('ends all other sessions together', async () => {
  const { dispatch, listed, alerts } = await opened({ 'DELETE /api/auth/sessions': { ...done, ended_count: 1 } });
  await settled(dispatch(changes.endOtherSessions.initiate()));
  expect(listed()).toEqual([here]);
  expect(alerts()).toEqual(['1 other session ended.']);
});

test('shows an error when the sessions cannot be loaded', async () => {
  const { state } = await opened({ [getSessions]: new NetworkError('down') });
  const { isError, data } = sessions.select()(state());
  expect({ isError, data }).toEqual({ isError: true, data: undefined });
});

const newPassword = {
  current_password: 'Analytical#1',
  password: 'Difference#2',
  confirm_password: 'Difference#2',
};

test('reloads sessions and audit trail after a password change', async () => {
  const { dispatch, timesRead, alerts } = await opened({ [change]: done });
  const { error } = await settled(dispatch(changes.changePassword.initiate(newPassword)));
  expect(error).toBeUndefined();
  expect([timesRead('/api/auth/sessions'), timesRead('/api/auth/activity')]).toEqual([2, 2]);
  expect(alerts()).toEqual(['Your password is changed. You are signed out everywhere else.']);
});

test('shows a wrong current password on its field, and reloads the audit trail', async () => {
  const wrong = failure(422, 'auth.invalid', 'Please check.', { current_password: ['Current password is wrong'] });
  const { dispatch, timesRead } = await opened({ [change]: wrong });
  const { error } = await settled(dispatch(changes.changePassword.initiate(newPassword)));
  expect(refusalOf(error, texts.password.failed).fieldErrors).toEqual({
    current_password: 'Current password is wrong',
  });
  expect([timesRead('/api/auth/sessions'), timesRead('/api/auth/activity')]).toEqual([1, 2]);
});

test('requests the link for a first password by username', async () => {
  const { dispatch, made } = await opened({ 'POST /api/auth/forgot-password': done });
  const { error } = await settled(dispatch(changes.askForLink.initiate('night_owl')));
  expect(error).toBeUndefined();
  expect(made.find(({ method }) => method === 'POST')?.body).toEqual({ username_or_email: 'night_owl' });
});

test('unlinks an account', async () => {
  const { dispatch, state, alerts } = await opened({ 'DELETE /api/auth/identities/:id': done });
  await settled(dispatch(changes.unlink.initiate(identity)));
  expect(signInMethods.select()(state()).data?.identities).toEqual([]);
  expect(alerts()).toEqual(['Demo ID is no longer linked.']);
});

test("keeps the last sign-in method, with the server's reason", async () => {
  const last = failure(409, 'auth.last_way_in', 'This is the only way into your account.');
  const { dispatch, state } = await opened({ 'DELETE /api/auth/identities/:id': last });
  const { error } = await settled(dispatch(changes.unlink.initiate(identity)));
  expect(signInMethods.select()(state()).data).toEqual(methods);
  expect(messageOf(error, texts.identities.unlinkFailed)).toBe('This is the only way into your account.');
});

test('opens the provider to link an account', async () => {
  const visited: string[] = [];
  vi.stubGlobal('window', { addEventListener() {}, location: { assign: (address: string) => visited.push(address) } });
  const begin = 'POST /api/auth/identity-providers/:provider/link';
  const { dispatch } = await opened({ [begin]: { authorization_url: 'https://id.example.org/' } });
  dispatch(changes.linkProvider.initiate({ provider: 'demo' }));
  await settle();
  expect(visited).toEqual(['https://id.example.org/']);
});

test('appends older audit lines until the trail is reloaded', async () => {
  const { dispatch, state } = await opened({
    [getActivity]: ({ address }) =>
      address.includes('before=b')
        ? { activity: [aLine('c')], has_more: false }
        : { activity: [aLine('a'), aLine('b')], has_more: true },
  });
  const lines = () =>
    activity
      .select()(state())
      .data?.pages.flatMap((page) => page.activity.map(({ id }) => id));
  expect(activity.select()(state()).hasNextPage).toBe(true);
  await settled(dispatch(activity.initiate(undefined, { direction: 'forward' })));
  expect(lines()).toEqual(['a', 'b', 'c']);
  expect(activity.select()(state()).hasNextPage).toBe(false);
  dispatch(securityApi.util.invalidateTags(['Activity']));
  await settle();
  expect(lines()).toEqual(['a', 'b']);
});
