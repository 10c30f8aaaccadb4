import { useEffect, useEffectEvent } from 'react';

/** Returns the dialogs of the current history entry, the topmost last. */
const shownHere = (): readonly string[] => {
  const dialogs: unknown = window.history.state?.dialogs;
  return Array.isArray(dialogs) ? dialogs : [];
};

/** All open dialogs. */
const open = new Set<string>();
let last = 0;
/** Resolves once a history traversal has finished; an entry pushed before then would be lost. */
let onTheWay: Promise<void> | null = null;

const arrived = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    // A traversal that another navigation overtakes never finishes.
    setTimeout(resolve, 500);
  });

/** Pushes a history entry for a dialog and keeps the router's state, so that the router sees no change. */
function push(id: string): void {
  if (!open.has(id) || shownHere().includes(id)) return;
  window.history.pushState({ ...window.history.state, dialogs: [...shownHere(), id] }, '');
}

/** Returns the number of closed dialogs on top of the current entry. */
function closedHere(): number {
  const steps = shownHere();
  return steps.length - 1 - steps.findLastIndex((id) => open.has(id));
}

/** Goes back over the entries of closed dialogs, unless the page has navigated since. */
function tidy(): void {
  const closed = closedHere();
  if (onTheWay || closed === 0) return;
  onTheWay = arrived().finally(() => {
    onTheWay = null;
  });
  window.history.go(-closed);
}

/** Runs something, such as a navigation, once closed dialogs have removed their history entries. */
export function afterDialogs(then: () => void): void {
  // Wait until the closed dialogs are unmounted.
  setTimeout(() => (onTheWay ?? Promise.resolve()).then(then));
}

/**
 * Makes Back close a mounted dialog, the topmost first, instead of leaving the page. A dialog that closes otherwise
 * removes its history entry.
 * @param onBack closes the dialog; returning false keeps it open, for example when input would be lost, and Back asks
 * again
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
export function useDialogHistory(onBack: () => void | boolean): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    last += 1;
    const id = `${performance.timeOrigin}-${last}`;
    open.add(id);
    const add = () => push(id);
    // Let dialogs that close at the same moment go first.
    queueMicrotask(() => {
      if (onTheWay) onTheWay.then(add, add);
      else add();
    });
    const onPopState = () => {
      if (onTheWay || !open.has(id) || shownHere().includes(id)) return;
      if (close() === false) push(id);
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      open.delete(id);
      queueMicrotask(tidy);
    };
  }, []);
}
