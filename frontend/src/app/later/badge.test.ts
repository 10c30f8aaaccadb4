import { configureStore } from '@reduxjs/toolkit';
import { afterEach, expect, test, vi } from 'vitest';
import { librarySlice } from '../../entities/library/slice.ts';
import { serverApi } from '../../entities/server/api.ts';
import { sessionSlice, signedIn, signedOut, verified } from '../../entities/session/slice.ts';
import { notificationsApi } from '../../features/notifications/api.ts';
import { anEdit, aUser } from '../../test/builders.ts';
import { followBadge } from './badge.ts';

let leave = () => {};
afterEach(() => leave());

function followed() {
  const store = configureStore({
    reducer: { session: sessionSlice.reducer, library: librarySlice.reducer, server: serverApi.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(serverApi.middleware),
    enhancers: (defaults) => defaults({ autoBatch: false }),
  });
  const { upsertQueryData } = notificationsApi.util;
  const noteUnread = (count: number) => store.dispatch(upsertQueryData('unread', undefined, count));
  const badges: number[] = [];
  const badge = {
    setAppBadge: async (count = 0) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  };
  leave = followBadge(store, badge);
  return { store, badges, noteUnread };
}

test('counts pending changes and unread notifications and clears the badge after the session', async () => {
  const { store, badges, noteUnread } = followed();
  store.dispatch(verified(aUser()));
  expect(badges, 'nothing is taken away before it is known').toEqual([]);
  await noteUnread(2);
  for (const key of ['a', 'b'])
    store.dispatch(librarySlice.actions.changed({ queued: [anEdit({ key, waits: true })] }));
  store.dispatch(librarySlice.actions.changed({ dropped: ['a', 'b'] }));
  await noteUnread(0);
  expect(badges).toEqual([2, 3, 4, 2, 0]);
  await noteUnread(5);
  store.dispatch(signedOut());
  expect(badges).toEqual([2, 3, 4, 2, 0, 5, 0]);
});

test('shows no badge to a visitor and ignores a browser that rejects badges', async () => {
  const { store, badges, noteUnread } = followed();
  store.dispatch(verified(null));
  expect(badges).toEqual([0]);
  leave();
  const refuse = vi.fn(() => Promise.reject(new DOMException('Not installed', 'NotAllowedError')));
  leave = followBadge(store, { setAppBadge: refuse, clearAppBadge: refuse });
  store.dispatch(signedIn(aUser()));
  await noteUnread(1);
  expect(refuse).toHaveBeenCalledTimes(2);
});
