import { combineReducers, legacy_createStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { librarySlice } from '../../entities/library/slice.ts';
import { sessionSlice, signedIn, signedOut, verified } from '../../entities/session/slice.ts';
import { forgetUnread, noteUnread } from '../../features/notifications/unread.ts';
import { anEntry, aUser } from '../../test/builders.ts';
import { followBadge } from './badge.ts';

const reducer = combineReducers({ session: sessionSlice.reducer, library: librarySlice.reducer });
const edit = (key: string) => ({
  call: 'updateEntry' as const,
  key,
  order: 1,
  guid: '3030-1',
  tab: 't',
  waits: true,
  base: anEntry(),
  body: { rating: 6 },
});

let leave = () => {};
afterEach(() => {
  leave();
  forgetUnread();
});

function followed() {
  const store = legacy_createStore(reducer);
  const badges: number[] = [];
  const badge = {
    setAppBadge: async (count = 0) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  };
  leave = followBadge(store, badge);
  return { store, badges };
}

test('counts pending changes and unread notifications and clears the badge after the session', () => {
  const { store, badges } = followed();
  store.dispatch(verified(aUser()));
  expect(badges, 'nothing is taken away before it is known').toEqual([]);
  noteUnread(2);
  store.dispatch(librarySlice.actions.changed({ queued: [edit('a')] }));
  store.dispatch(librarySlice.actions.changed({ queued: [edit('b')] }));
  store.dispatch(librarySlice.actions.changed({ dropped: ['a', 'b'] }));
  noteUnread(0);
  expect(badges).toEqual([2, 3, 4, 2, 0]);
  noteUnread(5);
  store.dispatch(signedOut());
  expect(badges).toEqual([2, 3, 4, 2, 0, 5, 0]);
});

test('shows no badge to a visitor and ignores a browser that rejects badges', async () => {
  const { store, badges } = followed();
  store.dispatch(verified(null));
  expect(badges).toEqual([0]);
  leave();
  const refuse = vi.fn(() => Promise.reject(new DOMException('Not installed', 'NotAllowedError')));
  leave = followBadge(store, { setAppBadge: refuse, clearAppBadge: refuse });
  store.dispatch(signedIn(aUser()));
  noteUnread(1);
  expect(refuse).toHaveBeenCalledTimes(2);
});
