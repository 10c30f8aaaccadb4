import type { SessionState } from '../../entities/session/slice.ts';
import { lazyPages } from '../lazy-page.tsx';
import { pageNames, pages } from '../pages.ts';

const links = pageNames.flatMap((name) => {
  const { path, guard, link } = pages[name];
  // The page's chunk is fetched when a visit is likely.
  return link ? [{ ...link, to: path, guard, preload: lazyPages[name].preload }] : [];
});

/** The main navigation: what a signed-in user, a visitor, or the reader of a kept vault may open. */
export const navLinksFor = ({ user, reader }: Pick<SessionState, 'user' | 'reader'>) =>
  links.filter(({ guard }) => !guard || user || (reader && guard.opensOffline));
