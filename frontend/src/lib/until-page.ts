import { eventChannel } from 'redux-saga';
import { call, type SagaGenerator, take } from 'typed-redux-saga';

/** Whenever the browser shows the page or hides it. */
export const visibilityChanges = () =>
  eventChannel<true>((emit) => {
    const tell = () => emit(true);
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  });

/** Waits until the browser shows the page ('visible') or hides it ('hidden'); goes on at once if it does already. */
export function* untilPage(state: DocumentVisibilityState): SagaGenerator<void> {
  const changes = yield* call(visibilityChanges);
  try {
    while (document.visibilityState !== state) yield* take(changes);
  } finally {
    changes.close();
  }
}
