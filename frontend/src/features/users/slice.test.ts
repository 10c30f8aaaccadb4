import { expect, test } from 'vitest';
import { signedOut } from '../../entities/session/slice.ts';
import { aPublicUser } from '../../test/builders.ts';
import { usersActions, usersSlice } from './slice.ts';
import { keepSearch, keptSearch } from './users-page.tsx';

const { reducer } = usersSlice;
const user = aPublicUser();
const found = { query: 'owl', users: [user], searched: true };

test('shows a follow in a list that was stored before it', () => {
  const followed = [
    usersActions.searchSucceeded(found),
    usersActions.followToggled(user),
    usersActions.followAnswered({ id: user.id, is_following: true, follower_count: 1 }),
    usersActions.listOpened(found),
  ].reduce(reducer, reducer(undefined, { type: 'start' }));
  expect(followed.found.users[0]).toMatchObject({ is_following: true, follower_count: 1 });
});

test('opens a fresh list without users', () => {
  const state = reducer(reducer(undefined, usersActions.searchSucceeded(found)), usersActions.listOpened(null));
  expect(state.found).toEqual({ query: '', users: [], searched: false });
});

test('clears everything for the next user', () => {
  const state = reducer(reducer(undefined, usersActions.searchSucceeded(found)), signedOut());
  expect(state).toEqual(reducer(undefined, { type: 'start' }));
});

test('keeps the search beside other navigation state', () => {
  const state = keepSearch({ other: 1 }, found);
  expect(state).toMatchObject({ other: 1 });
  expect(keptSearch(structuredClone(state))).toEqual(found);
});

test.each([null, undefined, {}, 'text', { foundUsers: { query: 'owl' } }])(
  'returns null for a state without a search: %j',
  (state) => expect(keptSearch(state)).toBeNull(),
);
