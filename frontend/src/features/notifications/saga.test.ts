import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { greeted, notified } from '../../entities/live/slice.ts';
import { serverStore, settle } from '../../test/server-store.ts';
import { burstIntervalMs, notificationsState } from './saga.ts';
import { forgetUnread, loadUnread, unread } from './unread.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  forgetUnread();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const path = 'GET /api/notifications';
const news = notified({ event: 'notifications', data: {} });
const say = (count: number) => ({ success: true, message: '', notifications: [], unread: count, next: null });

test('asks for the count on any live event, at most twice in a burst, and only where it is shown', async () => {
  let count = 3;
  const { dispatch, made } = serverStore({ [path]: () => say(count) }, [notificationsState]);
  dispatch(news);
  await settle();
  expect(made).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(burstIntervalMs);
  const leave = unread.subscribe(() => {});
  dispatch(greeted());
  await vi.advanceTimersByTimeAsync(1);
  expect(unread.count()).toBe(3);
  count = 50;
  for (let at = 0; at < 47; at += 1) dispatch(news);
  dispatch(notified({ event: 'followers', data: {} }));
  await vi.advanceTimersByTimeAsync(2 * burstIntervalMs);
  expect([unread.count(), made.length]).toEqual([50, 2]);
  leave();
});

test('ignores a response after sign-out or after a newer request', async () => {
  const answers: ((count: number) => void)[] = [];
  const response = () => new Promise<object>((resolve) => answers.push((count) => resolve(say(count))));
  serverStore({ [path]: response });
  const leave = unread.subscribe(() => {});
  const first = loadUnread('event');
  await vi.advanceTimersByTimeAsync(1);
  const second = loadUnread('event');
  await vi.advanceTimersByTimeAsync(1);
  answers[1]?.(2);
  answers[0]?.(1);
  await Promise.all([first, second]);
  expect(unread.count()).toBe(2);
  const last = loadUnread('event');
  await vi.advanceTimersByTimeAsync(1);
  forgetUnread();
  answers[2]?.(9);
  await last;
  expect(unread.count()).toBeNull();
  leave();
});
