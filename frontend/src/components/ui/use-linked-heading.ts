import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Returns a ref for a heading that a link's fragment, such as `#credits`, scrolls to and focuses on each visit. */
export function useLinkedHeading(fragment: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link has a new key.
  useEffect(() => {
    if (hash !== fragment) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return heading;
}
