import { expect, test, vi } from 'vitest';
import { greeted, notified } from '../../entities/live/slice.ts';
import { failure } from '../../test/answers.ts';
import { withFakeTimers } from '../../test/fake-timers.ts';
import { serverStore, settle } from '../../test/server-store.ts';
import { notificationsApi, selectUnread } from './api.ts';
import { burstIntervalMs, notificationsState } from './saga.ts';

withFakeTimers();

const news = notified({ event: 'notifications', data: {} });

test('asks for the count on any live event, at most twice in a burst, and only where it is shown', async () => {
  let count = 3;
  const { dispatch, made, state } = serverStore(
    { 'GET /api/notifications': () => ({ success: true, message: '', notifications: [], unread: count, next: null }) },
    [notificationsState],
  );
  dispatch(news);
  await settle();
  expect(made).toHaveLength(0);
  const { unsubscribe } = dispatch(notificationsApi.endpoints.unread.initiate());
  await settle();
  expect([selectUnread(state()), made.length]).toEqual([3, 1]);
  count = 50;
  dispatch(greeted());
  for (let at = 0; at < 47; at += 1) dispatch(news);
  dispatch(notified({ event: 'followers', data: {} }));
  await vi.advanceTimersByTimeAsync(2 * burstIntervalMs);
  expect([selectUnread(state()), made.length]).toEqual([50, 3]);
  unsubscribe();
});

test('reloads the list after a failed reload', async () => {
  let isDown = false;
  const page = { success: true, message: '', notifications: [], unread: 0, next: null };
  const { dispatch, made } = serverStore(
    { 'GET /api/notifications': () => (isDown ? failure(500, 'internal') : page) },
    [notificationsState],
  );
  dispatch(notificationsApi.endpoints.notifications.initiate());
  await settle();
  isDown = true;
  dispatch(news);
  await settle();
  const failed = made.length;
  isDown = false;
  dispatch(news);
  await settle();
  expect(made).toHaveLength(failed + 1);
});
