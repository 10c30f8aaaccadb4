import { useSelector } from 'react-redux';
import { Link, NavLink } from 'react-router-dom';
import { Wordmark } from '../../components/ui/wordmark.tsx';
import { selectSession } from '../../entities/session/selectors.ts';
import { cx } from '../../lib/cx.ts';
import { appTexts } from '../texts.ts';
import { navLinksFor } from './nav-links.ts';

/** Main navigation from 1024 px up. */
export function SideBar() {
  const links = navLinksFor(useSelector(selectSession));
  return (
    <nav
      aria-label={appTexts.mainNavigation}
      className={cx(
        'fixed inset-y-0 left-0 hidden w-56 flex-col overflow-y-auto px-3 py-4 lg:flex',
        // A board of one link would be a wall with a nail in it.
        links.length > 1 && 'bg-surface-1',
      )}
    >
      <Link to="/" aria-label="Nightshelf" className="mb-6 rounded-lg px-3 py-1.5">
        <Wordmark />
      </Link>
      <ul className="space-y-1">
        {links.map(({ to, label, Icon, preload }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              onPointerEnter={preload}
              onFocus={preload}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium transition-colors duration-150',
                  isActive
                    ? 'bg-surface-3 text-ink-1 [&_svg]:text-accent'
                    : 'text-ink-2 hover:bg-surface-2 hover:text-ink-1',
                )
              }
            >
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
