import { Moon, Search, Sun } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Wordmark } from '../../components/ui/wordmark.tsx';
import { selectSession } from '../../entities/session/selectors.ts';
import { signOutRequested } from '../../entities/session/slice.ts';
import { chooseTheme, useTheme } from '../../entities/theme/theme.ts';
import { longestQuery } from '../../features/search/query.ts';
import { cx } from '../../lib/cx.ts';
import { lazyPages } from '../lazy-page.tsx';
import { appTexts } from '../texts.ts';
import { later } from './later.ts';
import type { Popup, Suggesting } from './suggestions.tsx';

interface BellProps {
  readonly onApproach: () => void;
}

const Bell = later<BellProps>(() => import('./bell.ts').then(({ Bell }) => Bell));

/** Loads the bell in its own chunk and reserves its space. */
const NotificationBell = () => (
  <Suspense fallback={<span className="size-11 shrink-0" />}>
    <Bell onApproach={lazyPages.notifications.preload} />
  </Suspense>
);

/** Account links for a signed-in user, or sign-in links; empty until the session check, to avoid a flash. */
function AccountControls() {
  const { known, user, reader } = useSelector(selectSession);
  const dispatch = useDispatch();
  if (!known) return null;
  if (!user && !reader) {
    return (
      <>
        <ButtonLink to="/login" look="plain" size="small" onPointerEnter={lazyPages.login.preload}>
          {appTexts.signIn}
        </ButtonLink>
        <ButtonLink to="/register" look="primary" size="small" onPointerEnter={lazyPages.register.preload}>
          {appTexts.signUp}
        </ButtonLink>
      </>
    );
  }
  const welcome = user ? appTexts.welcome(user.username) : appTexts.offline;
  return (
    <>
      <span
        title={welcome}
        className="line-clamp-2 min-w-0 text-xs wrap-anywhere text-ink-2 md:line-clamp-1 md:text-sm md:break-all"
      >
        {welcome}
      </span>
      <Button
        look="quiet"
        size="small"
        className="max-sm:bg-transparent max-sm:px-2 max-sm:text-ink-2"
        onClick={() => dispatch(signOutRequested())}
      >
        {appTexts.signOut}
      </Button>
      <NotificationBell />
    </>
  );
}

// Search works without it.
const Suggestions = later(() => import('./suggestions.tsx').then(({ Suggestions }) => Suggestions));

const onPhone =
  'max-sm:ml-auto max-sm:w-11 max-sm:shrink-0 max-sm:focus-within:absolute max-sm:focus-within:inset-x-4 max-sm:focus-within:z-10 max-sm:focus-within:w-auto';
const atRestOnPhone =
  'max-sm:not-focus:bg-transparent max-sm:not-focus:px-0 max-sm:not-focus:text-transparent max-sm:not-focus:placeholder:text-transparent';

/**
 * The search box of the top bar: Enter opens the results and clears the box, except for blank text. Suggestions load on
 * first focus. On a phone it is an icon that expands over the bar.
 */
function GlobalSearch() {
  const [text, setText] = useState('');
  /** Null until the first focus. */
  const [hasFocus, setFocus] = useState<boolean | null>(null);
  const [popup, setPopup] = useState<Popup>({ 'aria-expanded': false });
  const [searched, setSearched] = useState<readonly string[]>([]);
  const suggesting = useRef<Suggesting>(null);
  const navigate = useNavigate();

  const go = (address: string) => {
    navigate(address);
    setText('');
  };
  const search = (given: string) => {
    const query = given.trim();
    if (!query) return;
    setSearched([query]);
    go(`/search?q=${encodeURIComponent(query)}`);
  };

  return (
    <search className={cx('relative min-w-0 sm:max-w-md sm:flex-[3]', onPhone)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-3 max-sm:text-ink-2"
        />
        <input
          type="search"
          // biome-ignore lint/a11y/useAriaPropsForRole: the list says them of itself
          role="combobox"
          aria-autocomplete="list"
          {...popup}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={appTexts.search}
          aria-keyshortcuts="/"
          placeholder={appTexts.searchPlaceholder}
          maxLength={longestQuery}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onKeyDown={(event) => {
            if (!suggesting.current?.press(event) && event.key === 'Escape') event.currentTarget.blur();
          }}
          className={cx(
            'peer h-11 w-full rounded-lg border border-transparent bg-surface-2 pr-3 pl-10.5 md:pr-12 text-ink-1 placeholder:text-ink-3 hover:bg-surface-3 [&::-webkit-search-cancel-button]:hidden',
            atRestOnPhone,
          )}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line px-1.5 text-xs text-ink-3 peer-focus:hidden md:pointer-fine:block"
        >
          /
        </span>
      </form>
      {hasFocus !== null && (
        <Suspense>
          <Suggestions
            ref={suggesting}
            text={text}
            searched={searched}
            isWanted={hasFocus}
            onPopup={setPopup}
            onGo={go}
            onSearch={search}
          />
        </Suspense>
      )}
    </search>
  );
}

function ThemeToggle() {
  const dark = useTheme() === 'dark';
  const Icon = dark ? Sun : Moon;
  const label = dark ? appTexts.toLight : appTexts.toDark;
  return (
    <Button look="plain" size="icon" aria-label={label} onClick={() => chooseTheme(dark ? 'light' : 'dark')}>
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}

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
