import { useEffect, useRef } from 'react';

/** The dialogs that a step of the browser's history shows, the topmost last. */
const shownHere = (): readonly string[] => {
  const dialogs: unknown = window.history.state?.dialogs;
  return Array.isArray(dialogs) ? dialogs : [];
};

/** Dialogs that are open, all over the page. */
const open = new Set<string>();
let last = 0;
/** Resolves once the browser is where it was sent; a step that is added before then would be lost. */
let onTheWay: Promise<void> | null = null;

const arrived = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    // A traversal that another navigation overtakes never arrives.
    setTimeout(resolve, 500);
  });

/** Adds a step for a dialog. The router's own state is kept, so that for it nothing has changed. */
function push(id: string): void {
  if (!open.has(id) || shownHere().includes(id)) return;
  window.history.pushState({ ...window.history.state, dialogs: [...shownHere(), id] }, '');
  watchSteps();
}

/** Of the step where the browser is, the dialogs above those that are open. */
function closedHere(): number {
  const steps = shownHere();
  return steps.length - 1 - steps.findLastIndex((id) => open.has(id));
}

function move(by: number): void {
  onTheWay = arrived().finally(() => {
    onTheWay = null;
  });
  window.history.go(by);
}

/** Takes the steps back whose dialogs are closed by now, unless the page has moved on since they were added. */
function tidy(): void {
  const closed = closedHere();
  if (!onTheWay && closed > 0) move(-closed);
}

/** Where the browser is among the steps of this tab; -1 where it does not tell. */
const placeNow = () => window.navigation?.currentEntry?.index ?? -1;
let place = -1;

/** Goes on from a step whose dialog was closed long ago, the way that one was going; back where there is nothing ahead. */
function passClosed(): void {
  const before = place;
  place = placeNow();
  const closed = closedHere();
  if (onTheWay || closed === 0 || place === -1) return;
  const isAhead = place > before && place < window.navigation.entries().length - 1;
  move(isAhead ? 1 : -closed);
}

/** From the first dialog on: before it there are no such steps. */
const watchSteps = (() => {
  let watches = false;
  return () => {
    place = placeNow();
    if (!watches) window.addEventListener('popstate', passClosed);
    watches = true;
  };
})();

/** Does something once the dialogs that have just been closed have taken their steps of the history back, such as going elsewhere. */
export function afterDialogs(then: () => void): void {
  // By then what was closed is unmounted, and has had its turn.
  setTimeout(() => (onTheWay ?? Promise.resolve()).then(then));
}

/**
 * Makes Back close a dialog instead of leaving the page, for as long as the component is mounted; of dialogs above one another
 * the topmost. A dialog that closes otherwise takes its step of the history with it.
 * @param onBack closes the dialog. False says that it stays open, since there is something to lose; Back then asks again
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
export function useDialogHistory(onBack: () => void | boolean): void {
  const handler = useRef(onBack);
  handler.current = onBack;
  useEffect(() => {
    last += 1;
    const id = `${performance.timeOrigin}-${last}`;
    open.add(id);
    const add = () => push(id);
    // What has closed in the same moment has had its turn before.
    queueMicrotask(() => {
      if (onTheWay) onTheWay.then(add, add);
      else add();
    });
    const onPopState = () => {
      if (onTheWay || !open.has(id) || shownHere().includes(id)) return;
      if (handler.current() === false) push(id);
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      open.delete(id);
      queueMicrotask(tidy);
    };
  }, []);
}
