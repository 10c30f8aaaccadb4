/** Milliseconds before a waiting call is shown to the user. */
const patience = 2000;

let late = 0;
let changes = 0;
let whileHoped = new AbortController();
const listeners = new Set<() => void>();

/** The browser then asks before it leaves a page with unsaved changes. */
const holdBack = (event: Event) => event.preventDefault();

function hold(by: 1 | -1): void {
  changes += by;
  if (changes > 0) globalThis.addEventListener?.('beforeunload', holdBack);
  else globalThis.removeEventListener?.('beforeunload', holdBack);
}

function count(by: 1 | -1, isChange: boolean): void {
  late += by;
  for (const listener of listeners) listener();
  if (isChange) hold(by);
}

/** Returns whether leaving the page now would lose changes. */
export const isPageHeld = (): boolean => changes > 0;

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
  let told = false;
  const timer = setTimeout(
    () => {
      told = true;
      count(1, isChange);
    },
    since + patience - performance.now(),
  );
  return {
    givenUp: whileHoped.signal,
    end: () => {
      clearTimeout(timer);
      if (told) count(-1, isChange);
    },
  };
}

/** Fires when the user stops waiting for the current calls. */
export const hopeOf = (): AbortSignal => whileHoped.signal;

/** Ends all waiting calls; each fails with its last error. */
export function giveUp(): void {
  whileHoped.abort();
  whileHoped = new AbortController();
}

/** For useSyncExternalStore: whether a call has been waiting long enough to be shown. */
export const waiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isLong: () => late > 0,
};
