import { useEffect, useRef } from 'react';

/**
 * Returns a ref for an element with an inline form: when the form closes and focus is lost, it moves to the element's
 * first enabled button, else to its first link.
 */
export function useFocusBack<E extends HTMLElement>(open: boolean) {
  const element = useRef<E>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // Do not move focus that is already elsewhere.
    if (!closed || document.activeElement !== document.body) return;
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    (find('button:not(:disabled)') ?? find('a[href]:not([tabindex="-1"])'))?.focus();
  }, [open]);
  return element;
}
