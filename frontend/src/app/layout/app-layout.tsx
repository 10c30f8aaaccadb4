import { Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link, Outlet, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { Spinner } from '../../components/ui/spinner.tsx';
import { Wordmark } from '../../components/ui/wordmark.tsx';
import { Unconfirmed } from '../../entities/address/unconfirmed.tsx';
import { Confirmations } from '../../entities/confirmation/confirmations.tsx';
import { Conflicts } from '../../entities/conflict/conflicts.tsx';
import { selectSession } from '../../entities/session/selectors.ts';
import { left } from '../../entities/session/slice.ts';
import { confirmation } from '../../lib/confirmation.ts';
import { cx } from '../../lib/cx.ts';
import { PartFault, RouteFault } from '../fault.tsx';
import { pageLoads } from '../lazy-page.tsx';
import { appTexts } from '../texts.ts';
import { later } from './later.ts';
import { isAt, type NavLink, navLinksFor } from './nav-links.ts';
import { TopBar } from './top-bar.tsx';

const storageKey = 'nightshelf-scroll';
/** How long a restored page may take to grow to its previous height. */
const restoreTimeoutMs = 3000;

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Scrolls to `top` once the page is high enough, unless the user scrolls first. */
function scrollOnceHighEnough(top: number): () => void {
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo(0, top);
    stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body);
  const giveUp = () => stop.abort();
  for (const event of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(event, giveUp, { signal: stop.signal, passive: true });
  }
  const timer = setTimeout(giveUp, restoreTimeoutMs);
  stop.signal.addEventListener('abort', () => clearTimeout(timer));
  return giveUp;
}

/** Scrolls a new page to its top and restores the position on Back, Forward and reload. */
function useScrollMemory(): void {
  const { key: givenKey, pathname, search } = useLocation();
  // The first page of a tab has no key of its own, and a typed URL makes it another page.
  const key = givenKey === 'default' ? `start ${pathname}${search}` : givenKey;
  const kind = useNavigationType();
  const positions = useRef<Map<string, number>>(null);
  const place = useRef({ key, pathname });
  const stopRestoring = useRef(() => {});
  positions.current ??= readPositions();

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const stop = new AbortController();
    const note = () => positions.current?.set(place.current.key, window.scrollY);
    const keep = () => sessionStorage.setItem(storageKey, JSON.stringify([...(positions.current ?? [])].slice(-50)));
    window.addEventListener('scroll', note, { passive: true, signal: stop.signal });
    window.addEventListener('pagehide', keep, { signal: stop.signal });
    return () => stop.abort();
  }, []);

  useLayoutEffect(() => {
    const before = place.current;
    place.current = { key, pathname };
    if (before.pathname === pathname && before.key !== key && kind === 'REPLACE') {
      // A URL change within a page, such as a search while typing, is not a new page.
      positions.current?.set(key, positions.current.get(before.key) ?? window.scrollY);
      return;
    }
    stopRestoring.current();
    if (kind === 'POP') stopRestoring.current = scrollOnceHighEnough(positions.current?.get(key) ?? 0);
    else window.scrollTo(0, 0);
  }, [key, pathname, kind]);
}

interface NavItemProps {
  readonly link: NavLink;
  readonly className: string;
  /** Classes of the current page's link, and of the others. */
  readonly looks: readonly [current: string, other: string];
  readonly iconClassName?: string;
}

function NavItem({ link, className, looks, iconClassName }: NavItemProps) {
  const { to, label, Icon, preload } = link;
  const isCurrent = isAt(link, useLocation().pathname);
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      className={cx(className, isCurrent ? looks[0] : looks[1])}
    >
      <span className={iconClassName}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      {label}
    </Link>
  );
}

/** Main navigation from 1024 px up. */
function SideBar() {
  const links = navLinksFor(useSelector(selectSession));
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
        {links.map((link) => (
          <li key={link.to}>
            <NavItem
              link={link}
              className="flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium transition-colors duration-150"
              looks={['bg-surface-3 text-ink-1 [&_svg]:text-accent', 'text-ink-2 hover:bg-surface-2 hover:text-ink-1']}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Main navigation below 1024 px. */
function BottomBar() {
  const session = useSelector(selectSession);
  // Wait for a known or presumed user, so that the bar does not switch from one link to four.
  const links = session.known || session.presumed ? navLinksFor(session) : [];
  return (
    <nav
      aria-label={appTexts.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-1 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-lg justify-around">
        {links.map((link) => (
          <li key={link.to} className="flex-1">
            <NavItem
              link={link}
              className="flex h-full flex-col items-center justify-center gap-1 text-xs font-medium"
              looks={['text-ink-1 [&>span]:bg-surface-3 [&_svg]:text-accent', 'text-ink-2']}
              iconClassName="rounded-full px-4 py-1 transition-colors duration-150"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Redirects a user who has just signed out to the home page.
 * @returns whether the redirect is in progress; the page would otherwise refetch its data as a visitor
 */
function useLeaving(): boolean {
  const { leaving } = useSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  const dispatch = useDispatch();
  useEffect(() => {
    if (!leaving) return;
    // Clear `leaving` only on the home page, since no page renders before. A Back press redirects again, hence the
    // whole location as dependency.
    if (location.pathname === '/') dispatch(left());
    else navigate('/');
  }, [leaving, location, navigate, dispatch]);
  return leaving && location.pathname !== '/';
}

/** Focuses the main heading after a navigation, so that screen readers announce the page, unless the user is typing. */
function useHeadingFocus(): void {
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

/** A progress bar along the top while a page's chunk loads; the previous page stays until then. */
function PageLoadBar() {
  const loads = useSyncExternalStore(pageLoads.subscribe, pageLoads.get);
  if (loads === 0) return null;
  return (
    <div aria-hidden="true" className="appears-late fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/4 animate-[travel_1.1s_ease-in-out_infinite] bg-accent" />
    </div>
  );
}

const Footer = later(() => import('./footer.tsx').then(({ Footer }) => Footer));
const Keys = later(() => import('./keys.tsx').then(({ Keys }) => Keys));
const Toaster = later(() => import('./toaster.tsx').then(({ Toaster }) => Toaster));

const leaveUnconfirmed = () => confirmation.current()?.settle(false);
/** Only the part itself knows what the key was to open. */
const forgetKey = () => {};

/** The frame of every page: side bar from 1024 px, bottom bar below, top bar, content, footer. */
export function AppLayout() {
  const { pathname } = useLocation();
  const leaves = useLeaving();
  useScrollMemory();
  useHeadingFocus();
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0 lg:pl-56">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2.5 font-medium text-accent-ink focus:translate-y-0"
      >
        {appTexts.skipToContent}
      </a>
      <PageLoadBar />
      <SideBar />
      <TopBar />
      <PartFault place={pathname}>
        <Unconfirmed />
      </PartFault>
      {/* As high as the window, so that the footer does not jump when the content arrives. */}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-dvh w-full max-w-[90rem] px-4 pt-4 pb-16 outline-none sm:px-6 sm:pt-6 lg:px-8 lg:pt-8"
      >
        <RouteFault place={pathname}>
          <Suspense fallback={<Spinner className="appears-late" />}>{!leaves && <Outlet />}</Suspense>
        </RouteFault>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <BottomBar />
      <PartFault place={pathname}>
        <Conflicts />
      </PartFault>
      <PartFault place={pathname} onFault={leaveUnconfirmed}>
        <Confirmations />
      </PartFault>
      <Suspense>
        <Toaster />
        <PartFault place={pathname} onFault={forgetKey}>
          <Keys />
        </PartFault>
      </Suspense>
    </div>
  );
}
