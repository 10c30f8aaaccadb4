import { call, delay, race, type SagaGenerator } from 'typed-redux-saga';
import { untilEvent } from './browser-events.ts';

/** Retry interval without a browser event: the server may be back. */
const retryMs = 5000;

/** Milliseconds to wait for a server that may be restarting before stored data is shown. */
export const whileKept = 2000;

/** Waits until the browser is online again, or for a few seconds. */
export function* untilOnline(): SagaGenerator<void> {
  yield* race([call(() => untilEvent([window, 'online'])), delay(retryMs)]);
}
