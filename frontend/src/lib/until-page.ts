import { call, type SagaGenerator, take } from 'typed-redux-saga';
import { browserEvents } from './browser-events.ts';

/** Emits when the page becomes visible or hidden. */
export const visibilityChanges = () => browserEvents([[document, 'visibilitychange']]);

/** Waits until the page is visible or hidden; returns immediately if it already is. */
export function* untilPage(state: DocumentVisibilityState): SagaGenerator<void> {
  const changes = yield* call(visibilityChanges);
  try {
    while (document.visibilityState !== state) yield* take(changes);
  } finally {
    changes.close();
  }
}
