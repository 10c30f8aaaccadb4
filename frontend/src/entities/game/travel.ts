import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';

/** A cover wherever it stands; the large one of a game's page is `hero`. */
export const coverMark = 'data-cover';

/** Milliseconds that a page may take to show the cover: until then nothing else would move. */
const patience = 160;

const mayTravel = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const isSeen = (element: Element | null): element is HTMLElement => {
  if (!(element instanceof HTMLElement)) return false;
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
};

/** Waits until something is on screen, or that takes too long. */
async function untilSeen(find: () => Element | null): Promise<HTMLElement | null> {
  const began = performance.now();
  while (performance.now() - began < patience) {
    const found = find();
    if (isSeen(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  return null;
}

/** Shows another page, to whose cover the one of this page travels. */
function travel(from: Element | null, go: () => void, find: () => Element | null): void {
  if (!mayTravel() || !isSeen(from)) {
    go();
    return;
  }
  let to: HTMLElement | null = null;
  from.style.viewTransitionName = 'cover';
  const transition = document.startViewTransition(async () => {
    flushSync(go);
    from.style.viewTransitionName = '';
    to = await untilSeen(find);
    if (to) to.style.viewTransitionName = 'cover';
  });
  const end = () => {
    if (to) to.style.viewTransitionName = '';
    from.style.viewTransitionName = '';
  };
  transition.finished.then(end, end);
  // Another one may take its place, or the page go out of sight: then nothing moves.
  transition.ready.catch(() => {});
}

const hero = () => document.querySelector(`[${coverMark}="hero"]`);

/** Makes the cover beside a link to a game's page travel there. For the link's click; other buttons and keys are left alone. */
export function useTravelTo(address: string) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { defaultPrevented, button, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event;
    if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    const card = currentTarget.closest('[data-guid]') ?? currentTarget;
    travel(card.querySelector(`[${coverMark}]`), () => navigate(address), hero);
  };
}

/** The way back, on which the large cover returns to its game's card where that is on screen. */
export function travelBack(guid: string, goBack: () => void): void {
  travel(hero(), goBack, () => {
    if (hero()) return null;
    return document.querySelector(`[data-guid="${CSS.escape(guid)}"] [${coverMark}]`);
  });
}
