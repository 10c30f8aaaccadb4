import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * After navigation to another path, focus goes to the page's main heading, so that it is read out; not from somebody who is
 * typing already, as in the search box of every page.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.value !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
