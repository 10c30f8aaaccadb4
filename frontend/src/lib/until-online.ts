import { delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from './heard.ts';

/** Milliseconds after which it is worth trying again, though the browser has seen no change: the server may be back. */
const patience = 5000;

/** Milliseconds for which a server that may be restarting is waited for where something was kept to show instead. */
export const whileKept = 2000;

/** After a server was not reached: waits until the browser is back on a network, or for a few seconds. */
export function* untilOnline(): SagaGenerator<void> {
  const back = heard([[window, 'online']]);
  try {
    yield* race([take(back), delay(patience)]);
  } finally {
    back.close();
  }
}
