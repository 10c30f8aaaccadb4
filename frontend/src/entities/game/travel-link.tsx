import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, type LinkProps, useNavigate } from 'react-router-dom';

/** Marks every cover; the large one of a game's page has the value `hero`. */
const coverMark = 'data-cover';

/** How long the new page may take to show the cover: the page is frozen until then. */
const coverTimeoutMs = 160;

const mayTravel = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const isSeen = (element: Element | null): element is HTMLElement => {
  if (!(element instanceof HTMLElement)) return false;
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
};

/** Waits until the element is visible, or the timeout has passed. */
async function untilSeen(find: () => Element | null): Promise<HTMLElement | null> {
  const began = performance.now();
  while (performance.now() - began < coverTimeoutMs) {
    const found = find();
    if (isSeen(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 16));
  }
  return null;
}

/** Opens another page and animates the cover from this page to it. */
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
  // Ignore a transition that another one replaced, or that a hidden page skipped.
  transition.ready.catch(() => {});
}

const hero = () => document.querySelector(`[${coverMark}="hero"]`);

/**
 * Returns the click handler of a link that animates the cover beside it. Modified clicks keep their default behavior.
 */
function useTravelTo(address: string) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    const { defaultPrevented, button, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event;
    if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    const card = currentTarget.closest('[data-guid]') ?? currentTarget;
    travel(card.querySelector(`[${coverMark}]`), () => navigate(address), hero);
  };
}

/** Goes back and animates the large cover to its card, if that is visible. */
export function travelBack(guid: string, goBack: () => void): void {
  travel(hero(), goBack, () => {
    if (hero()) return null;
    return document.querySelector(`[data-guid="${CSS.escape(guid)}"] [${coverMark}]`);
  });
}

/**
 * A link to a game's page with a cover transition. It is a component of its own, so that its card does not re-render on
 * every navigation.
 */
export function TravelLink({ to, ...link }: LinkProps & { readonly to: string }) {
  return <Link {...link} to={to} onClick={useTravelTo(to)} />;
}
