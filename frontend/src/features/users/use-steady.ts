import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';

type Entries = readonly LibraryEntry[];

const isSameOrder = (one: Entries, other: Entries): boolean =>
  one.length === other.length && one.every(({ guid }, place) => guid === other[place]?.guid);

/** Returns the displayed list with updated entries in their places; removed entries stay as they were. */
function inPlace(shown: Entries, now: Entries): Entries {
  const known = new Map(now.map((entry) => [entry.guid, entry]));
  return shown.map((entry) => known.get(entry.guid) ?? entry);
}

/** Returns whether the user is at the list, so that nothing in it may move: hovered, focused or scrolled into. */
function isInUse(list: HTMLElement | null): boolean {
  if (!list) return false;
  // After a touch, the last element stays hovered.
  const isHovered = matchMedia('(hover: hover)').matches && list.matches(':hover');
  return isHovered || list.contains(document.activeElement) || list.getBoundingClientRect().top < 0;
}

/** How often to check whether the user has left the list, while a change waits. */
const checkMs = 500;

interface Steady {
  readonly shown: Entries;
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
export function useSteady(now: Entries, choice: string): Steady {
  const list = useRef<HTMLDivElement>(null);
  const [accepted, setAccepted] = useState({ entries: now, choice });
  const waiting = accepted.choice === choice && !isSameOrder(accepted.entries, now);
  const shown = useMemo(() => (waiting ? inPlace(accepted.entries, now) : now), [waiting, accepted, now]);
  // Before the paint, so that a list that is not in use shows no button.
  useLayoutEffect(() => {
    const accept = () => setAccepted({ entries: now, choice });
    if (!waiting || !isInUse(list.current)) accept();
    if (!waiting) return undefined;
    const timer = setInterval(() => isInUse(list.current) || accept(), checkMs);
    return () => clearInterval(timer);
  }, [waiting, now, choice]);
  return { shown, waiting, accept: () => setAccepted({ entries: now, choice }), list };
}
