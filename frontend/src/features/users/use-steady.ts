import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Arrangement, inPlace, standsAlike } from './steady.ts';

/** Returns whether the user is at the list, so that nothing in it may move: hovered, focused or scrolled into. */
function isInUse(list: HTMLElement | null): boolean {
  if (!list) return false;
  const { activeElement } = document;
  const isFocused = list.contains(activeElement) || activeElement?.matches('main input[type=checkbox]') === true;
  // After a touch, the last element stays hovered.
  const isHovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
  return isFocused || isHovered || list.getBoundingClientRect().top < 0;
}

interface Steady {
  readonly shown: Arrangement;
  /** A change is waiting that would move entries. */
  readonly waiting: boolean;
  readonly accept: () => void;
  /** Ref for the element around the list. */
  readonly list: RefObject<HTMLDivElement | null>;
}

/**
 * Applies changes immediately when nothing moves; otherwise when the user leaves the list or accepts them.
 * @param now must keep its identity while its content is the same
 * @param choice the user's choice, such as the order: a new choice may move the list
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
      // Focus and hover are updated only after the event.
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
