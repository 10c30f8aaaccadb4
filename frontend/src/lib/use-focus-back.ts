import { useEffect, useRef } from 'react';

/**
 * For an element in which a form opens and closes: when it has closed and focus went down with it, focus goes to the
 * element's first button that can be pressed, else to its first link.
 */
export function useFocusBack<E extends HTMLElement>(open: boolean) {
  const element = useRef<E>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    // Whoever has moved on meanwhile is left where they are.
    if (!closed || document.activeElement !== document.body) return;
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    (find('button:not(:disabled)') ?? find('a[href]:not([tabindex="-1"])'))?.focus();
  }, [open]);
  return element;
}
