import { put, type SagaGenerator, throttle } from 'typed-redux-saga';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { notificationsApi } from './api.ts';

/** Milliseconds between two requests in a burst of live events. */
export const burstIntervalMs = 2000;

function* askAgain(): SagaGenerator<void> {
  yield* put(notificationsApi.util.invalidateTags(['Notifications']));
}

/** Reloads visible notifications and their count after a live event or a change on another device. */
export const notificationsState: StateModule = {
  saga: function* () {
    yield* throttle(burstIntervalMs, [greeted.match, isNotificationOf('notifications')], askAgain);
  },
};
