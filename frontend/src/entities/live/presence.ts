import { call, delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { untilPage } from '../../lib/until-page.ts';
import { heard } from './heard.ts';

/** Milliseconds for which a tab that is hidden is still told of changes: one soon looks back at it. */
export const lingers = 60_000;

/** Waits until the page is left, for another or for good. */
function* untilLeft(): SagaGenerator<void> {
  const leaving = heard([window, 'pagehide']);
  try {
    yield* take(leaving);
  } finally {
    leaving.close();
  }
}

function* untilHiddenForLong(): SagaGenerator<void> {
  while (true) {
    yield* untilPage('hidden');
    const { long } = yield* race({ long: delay(lingers), back: call(() => untilPage('visible')) });
    if (long) return;
  }
}

/** Waits until nobody has looked at this tab for a minute, or it is left. */
export function* untilAway(): SagaGenerator<void> {
  yield* race([call(untilHiddenForLong), call(untilLeft)]);
}
