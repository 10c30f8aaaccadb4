import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Arrangement, inPlace, standsAlike } from './steady.ts';

/** Whether somebody is at the list, so that nothing in it may move: the pointer is over it, focus is in it, or it is scrolled into. */
function isInUse(list: HTMLElement | null): boolean {
  if (!list) return false;
  const { activeElement } = document;
  const isFocused = list.contains(activeElement) || activeElement?.matches('main input[type=checkbox]') === true;
  // A finger leaves the last that it has touched hovered.
  const isHovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
  return isFocused || isHovered || list.getBoundingClientRect().top < 0;
}

interface Steady {
  readonly shown: Arrangement;
  /** Something has changed that would move what is on screen. */
  readonly waiting: boolean;
  readonly accept: () => void;
  /** Of the element around the list. */
  readonly list: RefObject<HTMLDivElement | null>;
}

/**
 * Has what others change show at once where nothing moves, and where it does, not before whoever looks at the list leaves it or
 * says so.
 * @param now the same object for as long as it says the same
 * @param choice what was chosen here, such as the order: a list that is arranged anew may move
 */
export function useSteady(now: Arrangement, choice: string): Steady {
  const list = useRef<HTMLDivElement>(null);
  const [accepted, setAccepted] = useState({ arrangement: now, choice });
  const isSteady = accepted.choice === choice && !standsAlike(accepted.arrangement, now);
  const shown = useMemo(() => (isSteady ? inPlace(accepted.arrangement, now) : now), [isSteady, accepted, now]);
  useLayoutEffect(() => {
    if (!isSteady || !isInUse(list.current)) setAccepted({ arrangement: now, choice });
  }, [isSteady, now, choice]);

  useEffect(() => {
    if (!isSteady) return undefined;
    const stop = new AbortController();
    const acceptUnlessInUse = () => {
      // Focus and pointer are where they go to only after the event.
      requestAnimationFrame(() => {
        if (!stop.signal.aborted && !isInUse(list.current)) setAccepted({ arrangement: now, choice });
      });
    };
    for (const event of ['scroll', 'focusout', 'pointerout']) {
      window.addEventListener(event, acceptUnlessInUse, { passive: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [isSteady, now, choice]);

  return { shown, waiting: isSteady, accept: () => setAccepted({ arrangement: now, choice }), list };
}
