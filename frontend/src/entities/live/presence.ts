import { call, delay, race, type SagaGenerator, take } from 'typed-redux-saga';
import { heard } from '../../lib/heard.ts';
import { untilPage } from '../../lib/until-page.ts';

/** Milliseconds that a hidden tab stays subscribed, because users often return soon. */
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
 * Runs while the tab is visible or was within the last minute, and again when the user returns. It stops before the
 * page is left, so that the page can enter the back/forward cache.
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
    // On `pagehide` the page still counts as visible.
    if (left) yield* untilWindow('pageshow');
    if (running) yield* untilPage('hidden');
  }
}
