import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, delay, fork, type SagaGenerator, take } from 'typed-redux-saga';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { loadUnread } from './unread.ts';

/** Milliseconds between two requests in a burst of live events. */
export const burstIntervalMs = 2000;

const isOurs = isNotificationOf('notifications');
const isReason = (action: Action) => greeted.match(action) || isOurs(action);

/** Reloads the unread count after a live event or a change on another device. */
function* notificationsSaga(): SagaGenerator<void> {
  const reasons = yield* actionChannel(isReason, buffers.sliding(1));
  while (true) {
    yield* take(reasons);
    // Forked, so that a newer request can overtake a hanging one.
    yield* fork(() => loadUnread('event'));
    yield* delay(burstIntervalMs);
  }
}

export const notificationsState: StateModule = { saga: notificationsSaga };
