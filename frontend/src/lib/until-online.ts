import { delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { browserEvents } from './browser-events.ts';

/** Retry interval without a browser event: the server may be back. */
const retryMs = 5000;

/** Milliseconds to wait for a server that may be restarting before stored data is shown. */
export const whileKept = 2000;

/** Waits until the browser is online again, or for a few seconds. */
export function* untilOnline(): SagaGenerator<void> {
  const back = browserEvents([[window, 'online']]);
  try {
    yield* race([take(back), delay(retryMs)]);
  } finally {
    back.close();
  }
}
