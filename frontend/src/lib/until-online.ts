import { delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from './heard.ts';

/** Retry interval in milliseconds without a browser event: the server may be back. */
const patience = 5000;

/** Milliseconds to wait for a server that may be restarting before stored data is shown. */
export const whileKept = 2000;

/** Waits until the browser is online again, or for a few seconds. */
export function* untilOnline(): SagaGenerator<void> {
  const back = heard([[window, 'online']]);
  try {
    yield* race([take(back), delay(patience)]);
  } finally {
    back.close();
  }
}
