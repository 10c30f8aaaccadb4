import { matchPath } from 'react-router-dom';
import type { SessionState } from '../../entities/session/slice.ts';
import { lazyPages } from '../lazy-page.tsx';
import { pageNames, pages } from '../pages.ts';

const links = pageNames.flatMap((name) => {
  const { path, guard, link } = pages[name];
  // Prefetch the page's chunk when a visit is likely.
  return link ? [{ ...link, name, to: path, guard, preload: lazyPages[name].preload }] : [];
});

export type NavLink = (typeof links)[number];

/** Returns whether the path belongs to the page of a link. */
export const isAt = ({ name, to }: NavLink, pathname: string): boolean =>
  matchPath({ path: to, end: to === '/' }, pathname) !== null ||
  pageNames.some((other) => pages[other].within === name && matchPath(pages[other].path, pathname));

/**
 * Returns the links that a signed-in user, a visitor or an offline reader may open. The last user gets all of them
 * during the session check, so that the navigation does not grow on a slow network.
 */
export const navLinksFor = ({ user, reader, presumed }: Pick<SessionState, 'user' | 'reader' | 'presumed'>) =>
  links.filter(({ guard }) => !guard || user || presumed || (reader && guard.opensOffline));
