import { Link } from 'react-router-dom';
import { Wordmark } from '../../components/ui/wordmark.tsx';
import { AccountControls } from './account-controls.tsx';
import { GlobalSearch } from './global-search.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** Search, theme and account in one row. On a phone it scrolls away to leave room for the games. */
export function TopBar() {
  return (
    <header className="z-20 bg-surface-0/95 sm:sticky sm:top-0 sm:backdrop-blur-md">
      <div className="relative mx-auto flex max-w-[90rem] items-center gap-x-1 px-4 py-2 sm:gap-x-3 sm:px-6 sm:py-3 lg:px-8">
        <Link to="/" aria-label="Nightshelf" className="shrink-0 rounded-lg sm:mr-2 lg:hidden">
          <Wordmark />
        </Link>
        <GlobalSearch />
        <div className="flex min-h-11 min-w-0 items-center justify-end sm:flex-[5] sm:gap-1 md:flex-[4] md:gap-2">
          <AccountControls />
          {/* Last, so that it does not move when the account links appear. */}
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
