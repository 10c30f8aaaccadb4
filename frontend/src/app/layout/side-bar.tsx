import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router-dom';
import { Wordmark } from '../../components/ui/wordmark.tsx';
import { selectSession } from '../../entities/session/selectors.ts';
import { cx } from '../../lib/cx.ts';
import { appTexts } from '../texts.ts';
import { isAt, navLinksFor } from './nav-links.ts';

/** Main navigation from 1024 px up. */
export function SideBar() {
  const links = navLinksFor(useSelector(selectSession));
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={appTexts.mainNavigation}
      className={cx(
        'fixed inset-y-0 left-0 hidden w-56 flex-col overflow-y-auto px-3 py-4 lg:flex',
        // A panel with a single link would look empty.
        links.length > 1 && 'bg-surface-1',
      )}
    >
      <Link to="/" aria-label="Nightshelf" className="mb-6 rounded-lg px-3 py-1.5">
        <Wordmark />
      </Link>
      <ul className="space-y-1">
        {links.map((link) => {
          const { to, label, Icon, preload } = link;
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={isAt(link, pathname) ? 'page' : undefined}
                onPointerEnter={preload}
                onFocus={preload}
                className={cx(
                  'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium transition-colors duration-150',
                  isAt(link, pathname)
                    ? 'bg-surface-3 text-ink-1 [&_svg]:text-accent'
                    : 'text-ink-2 hover:bg-surface-2 hover:text-ink-1',
                )}
              >
                <Icon aria-hidden="true" className="size-5" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
