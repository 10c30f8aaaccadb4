/** Milliseconds that a call waits before its waiting is told. */
const patience = 2000;

let late = 0;
let changes = 0;
let whileHoped = new AbortController();
const listeners = new Set<() => void>();

/** The browser asks before it leaves a page whose changes are not through. */
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

/** Whether something would be lost if the page were left now. */
export const isPageHeld = (): boolean => changes > 0;

/** Something would be lost if the page were left. @returns what says that it no longer would */
export function holdPage(): () => void {
  hold(1);
  return () => hold(-1);
}

/**
 * A call has found nobody and goes on trying.
 * @param since when it was first sent, by performance.now()
 * @param isChange whether something would be lost if the page were left now
 * @returns `givenUp`, which fires when the user no longer wants to wait, and what tells that the waiting is over
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

/** Fires when the user gives up waiting for what is asked for now. */
export const hopeOf = (): AbortSignal => whileHoped.signal;

/** Ends the waiting of all calls: each fails as it did last. */
export function giveUp(): void {
  whileHoped.abort();
  whileHoped = new AbortController();
}

/** For useSyncExternalStore: whether any call has been waiting for so long that it is to be told. */
export const waiting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isLong: () => late > 0,
};
