import type { SignedInSession } from '@nightshelf/contracts/accounts.ts';
import { expect, test } from 'vitest';
import { messageOf, NetworkError } from '../../lib/api-errors.ts';
import { failure } from '../../test/answers.ts';
import { withFakeTimers } from '../../test/fake-timers.ts';
import { serverStore, settle } from '../../test/server-store.ts';
import { securityApi } from './api.ts';
import { securityTexts as texts } from './texts.ts';

const { signInMethods, sessions, activity, ...changes } = securityApi.endpoints;
const getSessions = 'GET /api/auth/sessions';
const getActivity = 'GET /api/auth/activity';
const endOne = 'DELETE /api/auth/sessions/:id';

withFakeTimers();

const here = { id: 'here', is_current: true } as SignedInSession;
const there = { id: 'there', is_current: false } as SignedInSession;

/** Opens and loads the page. */
async function opened(responses: Parameters<typeof serverStore>[0]) {
  const server = serverStore({
    [getSessions]: { sessions: [here, there] },
    [getActivity]: { activity: [], has_more: false },
    ...responses,
  });
  server.dispatch(sessions.initiate());
  server.dispatch(activity.initiate());
  await settle();
  const listed = () => sessions.select()(server.state()).data?.sessions;
  return { ...server, listed };
}

/** Waits for a mutation and for the reloads it causes. */
async function settled<Result>(request: Promise<Result>): Promise<Result> {
  await settle();
  return request;
}

test('counts a missing session as ended', async () => {
  let list = [here, there];
  const { dispatch, listed } = await opened({
    [getSessions]: () => ({ sessions: list }),
    [endOne]: () => {
      list = [here];
      return failure(404, 'auth.no_session');
    },
  });
  const { error } = await settled(dispatch(changes.endSession.initiate(there)));
  expect(error).toBeUndefined();
  expect(listed()).toEqual([here]);
});

test('keeps a session that could not be ended, with a message', async () => {
  const { dispatch, listed, alerts } = await opened({ [endOne]: new NetworkError('down') });
  const { error } = await settled(dispatch(changes.endSession.initiate(there)));
  expect(listed()).toEqual([here, there]);
  expect(messageOf(error, texts.sessions.endFailed)).toBe('Couldn’t end the session. Please try again.');
  expect(alerts()).toEqual([]);
});

test("keeps the last sign-in method, with the server's reason", async () => {
  const provider = { id: 'demo', name: 'Demo ID' };
  const at = '2026-03-01T10:00:00.000Z';
  const identity = { id: 'identity', provider, email: null, linked_at: at, last_used_at: null };
  const methods = { has_password: false, identities: [identity], providers: [provider] };
  const { dispatch, state } = await opened({
    'GET /api/auth/sign-in-methods': methods,
    'DELETE /api/auth/identities/:id': failure(409, 'auth.last_way_in', 'This is the only way into your account.'),
  });
  dispatch(signInMethods.initiate());
  const { error } = await settled(dispatch(changes.unlink.initiate(identity)));
  expect(signInMethods.select()(state()).data).toEqual(methods);
  expect(messageOf(error, texts.identities.unlinkFailed)).toBe('This is the only way into your account.');
});

test('appends older audit lines until the trail is reloaded', async () => {
  const { dispatch, state } = await opened({
    [getActivity]: ({ address }) =>
      address.includes('before=b')
        ? { activity: [{ id: 'c' }], has_more: false }
        : { activity: [{ id: 'a' }, { id: 'b' }], has_more: true },
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
