import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const storageKey = 'nightshelf-scroll';
/** How long a page that is going back may take to grow to its former height, in milliseconds. */
const patience = 3000;

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Scrolls to `top` as soon as the page is high enough, unless the user scrolls first. */
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

/** A new page starts at its top; Back and Forward return to where the user was, also after a reload. */
export function useScrollMemory(): void {
  const { key: givenKey, pathname, search } = useLocation();
  // The page that a tab starts with has no key of its own, and after a new address has been typed that is another page.
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
      // A change of the address within a page, such as a search replaced while typing, is no new page.
      positions.current?.set(key, positions.current.get(before.key) ?? window.scrollY);
      return;
    }
    stopRestoring.current();
    if (kind === 'POP') stopRestoring.current = scrollOnceHighEnough(positions.current?.get(key) ?? 0);
    else window.scrollTo(0, 0);
  }, [key, pathname, kind]);
}
