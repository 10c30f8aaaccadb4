// @vitest-environment jsdom
import { act } from 'react';
import { useSelector } from 'react-redux';
import { afterEach, expect, test, vi } from 'vitest';
import { notified } from '../../entities/live/slice.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { failure } from '../../test/answers.ts';
import { aUser } from '../../test/builders.ts';
import { onScreen } from '../../test/screen.tsx';
import { serverStore, settle } from '../../test/server-store.ts';
import { profileApi, profileState } from './api.ts';
import { PrivacyChoice } from './profile-page.tsx';

const get = 'GET /api/auth/profile';
const patch = 'PATCH /api/auth/profile';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function OwnChoice() {
  const user = useSelector(selectUser);
  return user && <PrivacyChoice user={user} />;
}

async function visit(answer: Parameters<typeof serverStore>[0][string]) {
  const server = serverStore({ [patch]: answer });
  const screen = await onScreen(server.store, <OwnChoice />);
  const select = await screen.found(() => document.querySelector('select'));
  const choose = (value: 'public' | 'private') =>
    act(async () => {
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  return { ...server, ...screen, select, choose };
}

test.each([
  ['the server message', failure(403, 'auth.no', 'Not now.'), 'Not now.'],
  ['a text of its own', failure(500, 'internal'), 'Failed to update privacy'],
])('reverts a refused privacy choice, with %s', async (_, error, text) => {
  const { choose, found, select, state, alerts } = await visit(error);
  await choose('private');
  await found(() => alerts()[0]);
  expect(alerts()).toEqual([text]);
  expect(state().session.user?.privacy).toBe('public');
  expect(select.value).toBe('public');
});

test('sends quick choices one after the other, and shows the last one', async () => {
  const first = Promise.withResolvers<object>();
  const { choose, found, answered, select, made, state } = await visit(({ body }) =>
    made.length === 1 ? first.promise : { success: true, message: '', user: aUser(body as object) },
  );
  await choose('private');
  await choose('public');
  expect(made).toHaveLength(1);
  expect(select.value).toBe('public');
  await answered(() => first.resolve({ success: true, message: '', user: aUser({ privacy: 'private' }) }));
  await found(() => made[1]);
  expect(made[1]?.body).toEqual({ privacy: 'public' });
  await found(() => state().session.user?.privacy === 'public' || null);
  expect(select.value).toBe('public');
});

test('reloads changed figures while they are on screen, and not after', async () => {
  vi.useFakeTimers();
  let followers = 1;
  const answer = () => ({ success: true, message: '', user: aUser({ follower_count: followers }) });
  const { dispatch, state, made } = serverStore({ [get]: answer }, [profileState]);
  const { unsubscribe } = dispatch(profileApi.endpoints.profile.initiate());
  await settle();
  followers = 2;
  dispatch(notified({ event: 'followers', data: {} }));
  await settle();
  expect(state().session.user?.follower_count).toBe(2);
  unsubscribe();
  await settle();
  dispatch(notified({ event: 'followers', data: {} }));
  await settle();
  expect(made).toHaveLength(2);
});
