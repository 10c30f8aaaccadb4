import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, delay, fork, type SagaGenerator, take } from 'typed-redux-saga';
import { greeted, isHintOf } from '../../entities/live/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { askUnread } from './unread.ts';

/** Milliseconds between two questions, however many hints come meanwhile. */
export const storm = 2000;

const isOurs = isHintOf('notifications');
const isReason = (action: Action) => greeted.match(action) || isOurs(action);

/** The bell counts anew when it is told that there is something new, here or read on another device. */
function* notificationsSaga(): SagaGenerator<void> {
  const reasons = yield* actionChannel(isReason, buffers.sliding(1));
  while (true) {
    yield* take(reasons);
    // Not waited for: a question that hangs is overtaken by the next.
    yield* fork(() => askUnread('told'));
    yield* delay(storm);
  }
}

export const notificationsState: StateModule = { saga: notificationsSaga };
