import { call, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from './heard.ts';

/** Whenever the browser shows the page or hides it. */
export const visibilityChanges = () => heard([[document, 'visibilitychange']]);

/** Waits until the browser shows the page ('visible') or hides it ('hidden'); goes on at once if it does already. */
export function* untilPage(state: DocumentVisibilityState): SagaGenerator<void> {
  const changes = yield* call(visibilityChanges);
  try {
    while (document.visibilityState !== state) yield* take(changes);
  } finally {
    changes.close();
  }
}
