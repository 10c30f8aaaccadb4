import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Returns a ref for the settings heading, which `/profile#settings` scrolls to and focuses. */
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
