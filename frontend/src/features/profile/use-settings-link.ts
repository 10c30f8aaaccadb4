import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The address `/profile#settings` leads to the part of the page that this is the heading of, which is read out then. */
export function useSettingsLink() {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit of the address leads there
  useEffect(() => {
    if (hash !== '#settings') return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return heading;
}
