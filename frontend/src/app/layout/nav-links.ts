import { matchPath } from 'react-router-dom';
import type { SessionState } from '../../entities/session/slice.ts';
import { lazyPages } from '../lazy-page.tsx';
import { pageNames, pages } from '../pages.ts';

const links = pageNames.flatMap((name) => {
  const { path, guard, link } = pages[name];
  // The page's chunk is fetched when a visit is likely.
  return link ? [{ ...link, name, to: path, guard, preload: lazyPages[name].preload }] : [];
});

/** Whether the page at an address is the one of a link, or belongs to it. */
export const isAt = ({ name, to }: (typeof links)[number], pathname: string): boolean =>
  matchPath({ path: to, end: to === '/' }, pathname) !== null ||
  pageNames.some((other) => pages[other].within === name && matchPath(pages[other].path, pathname));

/**
 * The main navigation: what a signed-in user, a visitor, or the reader of a kept vault may open. Whoever was signed in here
 * last has it whole while that is being asked: over a slow network it would else begin with one link, and grow.
 */
export const navLinksFor = ({ user, reader, presumed }: Pick<SessionState, 'user' | 'reader' | 'presumed'>) =>
  links.filter(({ guard }) => !guard || user || presumed || (reader && guard.opensOffline));
