import { call, delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from '../../lib/heard.ts';
import { untilPage } from '../../lib/until-page.ts';

/** Milliseconds for which a tab that is hidden is still told of changes: one soon looks back at it. */
export const lingers = 60_000;

function* untilWindow(event: 'pagehide' | 'pageshow'): SagaGenerator<true> {
  const events = heard([[window, event]]);
  try {
    yield* take(events);
    return true;
  } finally {
    events.close();
  }
}

function* untilHiddenForLong(): SagaGenerator<void> {
  while (true) {
    yield* untilPage('hidden');
    const { long } = yield* race({ long: delay(lingers), back: call(() => untilPage('visible')) });
    if (long) return;
  }
}

/**
 * Runs while somebody looks at this tab, or did within a minute; what ends by itself, again when somebody looks back at it. It ends before the page is left, so that the browser can keep the
 * page as it is for the way back, and begins anew then.
 */
export function* whilePresent(run: () => SagaGenerator<void>): SagaGenerator<void> {
  while (true) {
    yield* untilPage('visible');
    const { left, running } = yield* race({
      running: call(function* () {
        yield* run();
        return true;
      }),
      away: call(untilHiddenForLong),
      left: call(() => untilWindow('pagehide')),
    });
    // The page that is left counts as visible still.
    if (left) yield* untilWindow('pageshow');
    if (running) yield* untilPage('hidden');
  }
}
