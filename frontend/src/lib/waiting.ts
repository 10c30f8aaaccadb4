import { externalStore } from './external-store.ts';

/** When a call counts as late, and the user sees that it is waiting. */
const lateAfterMs = 2000;

/** Number of late calls. */
const lateCalls = externalStore(0);
/** Number of late changes, and of other reasons to hold the page. */
let holds = 0;
let untilGivenUp = new AbortController();

/** The browser then asks before it leaves a page with unsaved changes. */
const holdBack = (event: Event) => event.preventDefault();

function hold(by: 1 | -1): void {
  holds += by;
  if (holds > 0) globalThis.addEventListener?.('beforeunload', holdBack);
  else globalThis.removeEventListener?.('beforeunload', holdBack);
}

function count(by: 1 | -1, isChange: boolean): void {
  lateCalls.set(lateCalls.get() + by);
  if (isChange) hold(by);
}

/** Returns whether leaving the page now would lose changes. */
export const isPageHeld = (): boolean => holds > 0;

/**
 * Warns before the page is left, because changes would be lost.
 * @returns a function that ends this
 */
export function holdPage(): () => void {
  hold(1);
  return () => hold(-1);
}

/**
 * Registers a call that keeps retrying.
 * @param since when it was first sent, by performance.now()
 * @param isChange whether leaving the page would lose it
 * @returns `givenUp`, which fires when the user stops waiting, and a function that ends the registration
 */
export function beginWaiting(
  since: number,
  isChange = false,
): { readonly givenUp: AbortSignal; readonly end: () => void } {
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      count(1, isChange);
    },
    since + lateAfterMs - performance.now(),
  );
  return {
    givenUp: untilGivenUp.signal,
    end: () => {
      clearTimeout(timer);
      if (isLate) count(-1, isChange);
    },
  };
}

/** Fires when the user stops waiting for the current calls. */
export const givenUpSignal = (): AbortSignal => untilGivenUp.signal;

/** Ends all waiting calls; each fails with its last error. */
export function giveUp(): void {
  untilGivenUp.abort();
  untilGivenUp = new AbortController();
}

/** For useSyncExternalStore: whether a call has been waiting long enough to be shown. */
export const waiting = {
  subscribe: lateCalls.subscribe,
  isLong: () => lateCalls.get() > 0,
};
