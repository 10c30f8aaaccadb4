import { expect, test } from 'vitest';
import { signedOut } from '../../entities/session/slice.ts';
import { aPublicUser } from '../../testing/builders.ts';
import { keepSearch, keptSearch } from './kept-search.ts';
import { usersActions, usersSlice } from './slice.ts';

const { reducer } = usersSlice;
const user = aPublicUser();
const found = { query: 'owl', users: [user], searched: true };

test('a list that was kept before a user was followed shows that they are', () => {
  const followed = [
    usersActions.searchSucceeded(found),
    usersActions.followToggled(user),
    usersActions.followAnswered({ id: user.id, is_following: true, follower_count: 1 }),
    usersActions.listOpened(found),
  ].reduce(reducer, reducer(undefined, { type: 'start' }));
  expect(followed.found.users[0]).toMatchObject({ is_following: true, follower_count: 1 });
});

test('a list that is opened afresh is empty', () => {
  const state = reducer(reducer(undefined, usersActions.searchSucceeded(found)), usersActions.listOpened(null));
  expect(state.found).toEqual({ query: '', users: [], searched: false });
});

test('nothing of what one user has seen is left for the next', () => {
  const state = reducer(reducer(undefined, usersActions.searchSucceeded(found)), signedOut());
  expect(state).toEqual(reducer(undefined, { type: 'start' }));
});

test('the navigation state keeps a search beside what else is in it', () => {
  const state = keepSearch({ other: 1 }, found);
  expect(state).toMatchObject({ other: 1 });
  expect(keptSearch(structuredClone(state))).toEqual(found);
});

test.each([null, undefined, {}, 'text', { foundUsers: { query: 'owl' } }])(
  'a state without a search has none: %j',
  (state) => expect(keptSearch(state)).toBeNull(),
);
