import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

export interface Arrangement {
  readonly entries: readonly LibraryEntry[];
  /** Whether the box above the list, which pushes it down, is displayed. */
  readonly hasShared: boolean;
}

/** Returns whether replacing one by the other moves nothing. */
export const standsAlike = (one: Arrangement, other: Arrangement): boolean =>
  one.hasShared === other.hasShared &&
  one.entries.length === other.entries.length &&
  one.entries.every(({ guid }, place) => guid === other.entries[place]?.guid);

/** Returns the displayed list with updated entries in their places; removed entries stay as they were. */
export function inPlace(shown: Arrangement, now: Arrangement): Arrangement {
  const known = new Map(now.entries.map((entry) => [entry.guid, entry]));
  return { ...shown, entries: shown.entries.map((entry) => known.get(entry.guid) ?? entry) };
}

/** Returns a string that differs whenever visible data of the library differs. */
export const signatureOf = (library: readonly LibraryEntry[]): string =>
  JSON.stringify(
    library.map(({ id, guid, status, rating, hours_played, platform_id, is_shared }) => [
      id,
      guid,
      status,
      rating,
      hours_played,
      platform_id,
      is_shared,
    ]),
  );

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
