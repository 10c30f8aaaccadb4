import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { selectSession } from '../../entities/session/selectors.ts';
import { cx } from '../../lib/cx.ts';
import { appTexts } from '../texts.ts';
import { isAt, navLinksFor } from './nav-links.ts';

/** Main navigation below 1024 px. */
export function BottomBar() {
  const session = useSelector(selectSession);
  const { pathname } = useLocation();
  // Wait for a known or presumed user, so that the bar does not switch from one link to four.
  const links = session.known || session.presumed ? navLinksFor(session) : [];
  return (
    <nav
      aria-label={appTexts.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-lg justify-around">
        {links.map((link) => {
          const { to, label, Icon, preload } = link;
          return (
            <li key={to} className="flex-1">
              <Link
                to={to}
                aria-current={isAt(link, pathname) ? 'page' : undefined}
                onPointerEnter={preload}
                className={cx(
                  'flex h-full flex-col items-center justify-center gap-1 text-xs font-medium',
                  isAt(link, pathname) ? 'text-ink-1 [&>span]:bg-surface-3 [&_svg]:text-accent' : 'text-ink-2',
                )}
              >
                <span className="rounded-full px-4 py-1 transition-colors duration-150">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
