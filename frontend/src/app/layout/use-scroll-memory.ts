import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const storageKey = 'nightshelf-scroll';
/** Milliseconds that a restored page may take to grow to its previous height. */
const patience = 3000;

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Scrolls to `top` once the page is high enough, unless the user scrolls first. */
function scrollOnceHighEnough(top: number): () => void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo(0, top);
    stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body);
  const giveUp = () => stop.abort();
  for (const event of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(event, giveUp, { signal: stop.signal, passive: true });
  }
  const timer = setTimeout(giveUp, patience);
  stop.signal.addEventListener('abort', () => clearTimeout(timer));
  return giveUp;
}

/** Scrolls a new page to its top and restores the position on Back, Forward and reload. */
export function useScrollMemory(): void {
  const { key: givenKey, pathname, search } = useLocation();
  // The first page of a tab has no key of its own, and a typed URL makes it another page.
  const key = givenKey === 'default' ? `start ${pathname}${search}` : givenKey;
  const kind = useNavigationType();
  const positions = useRef<Map<string, number>>(null);
  const place = useRef({ key, pathname });
  const stopRestoring = useRef(() => {});
  positions.current ??= readPositions();

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const stop = new AbortController();
    const note = () => positions.current?.set(place.current.key, window.scrollY);
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...(positions.current ?? [])].slice(-50)));
    window.addEventListener('scroll', note, { passive: true, signal: stop.signal });
    window.addEventListener('pagehide', keep, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  useLayoutEffect(() => {
    const before = place.current;
    place.current = { key, pathname };
    if (before.pathname === pathname && before.key !== key && kind === 'REPLACE') {
      // A URL change within a page, such as a search while typing, is not a new page.
      positions.current?.set(key, positions.current.get(before.key) ?? window.scrollY);
      return;
    }
    stopRestoring.current();
    if (kind === 'POP') stopRestoring.current = scrollOnceHighEnough(positions.current?.get(key) ?? 0);
    else window.scrollTo(0, 0);
  }, [key, pathname, kind]);
}
