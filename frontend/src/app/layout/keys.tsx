import { Bell, MoonStar, Search, ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { AddOwnGameDialog } from '../../entities/own-games/add-own-game.tsx';
import { selectSession, selectVaultOwner } from '../../entities/session/selectors.ts';
import { longestQuery } from '../../features/search/query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loadCode } from '../../lib/resend.ts';
import { areSingleKeysOn } from '../../lib/single-keys.ts';
import { afterDialogs } from '../../lib/use-dialog-history.ts';
import { pages } from '../pages.ts';
import { appTexts } from '../texts.ts';
import { navLinksFor } from './nav-links.ts';

/** The meaning of a key or a sequence of two. */
type Meaning = { readonly kind: 'palette' | 'search' | 'overview' } | { readonly kind: 'go'; readonly to: string };

const typedIn = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const floating = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The second key after G. */
const places: Readonly<Record<string, string>> = {
  h: pages.home.path,
  v: pages.vault.path,
  s: pages.search.path,
  t: pages.tonight.path,
  u: pages.users.path,
  p: pages.profile.path,
};

/** Milliseconds within which the second key must follow; later it counts by itself. */
const together = 1000;

/**
 * Listens for shortcuts on every page: Ctrl+K or ⌘K anywhere, the others outside of fields and dialogs.
 * @returns a function that stops it
 */
function readKeys(onMeaning: (meaning: Meaning) => void): () => void {
  const stop = new AbortController();
  /** When G was pressed. */
  let begun = Number.NEGATIVE_INFINITY;
  const take = (event: KeyboardEvent, meaning: Meaning) => {
    event.preventDefault();
    event.stopPropagation();
    onMeaning(meaning);
  };
  const isFree = ({ target }: KeyboardEvent) =>
    target instanceof Element && !target.closest(typedIn) && !document.querySelector(floating);

  // Run before the page's own shortcuts, so that they do not handle the second key of a sequence.
  const hearFirst = (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const key = event.key.toLowerCase();
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key === 'k') {
      // Do not open the palette over another dialog.
      event.preventDefault();
      if (!document.querySelector(floating)) take(event, { kind: 'palette' });
      return;
    }
    if (ctrlKey || metaKey || altKey || repeat || !areSingleKeysOn() || !isFree(event)) return;
    const to = performance.now() - begun < together ? places[key] : undefined;
    begun = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (to !== undefined) take(event, { kind: 'go', to });
    else if (key === '/') take(event, { kind: 'search' });
  };
  // Run after the page's own shortcuts, because the vault has its own overview.
  const hearLast = (event: KeyboardEvent) => {
    if (event.key !== '?' || event.defaultPrevented || !areSingleKeysOn() || !isFree(event)) return;
    take(event, { kind: 'overview' });
  };
  window.addEventListener('keydown', hearFirst, { capture: true, signal: stop.signal });
  window.addEventListener('keydown', hearLast, { signal: stop.signal });
  return () => stop.abort();
}

const Palette = lazyPart(() => loadCode(() => import('./palette.tsx')), 'Palette');
const Overview = lazyPart(() => loadCode(() => import('../../features/vault/keys/keys-dialog.tsx')), 'KeysDialog');

const texts = {
  search: 'Search',
  tonight: 'Tonight',
  notifications: 'Notifications',
  security: 'Sign-in and security',
};

type Open = 'palette' | 'overview' | null;

/** Returns the palette's pages, without those the current user cannot use. */
function usePlaces() {
  const session = useSelector(selectSession);
  const { user, reader } = session;
  return [
    ...navLinksFor(session),
    { label: texts.search, to: pages.search.path, Icon: Search },
    ...(user || reader ? [{ label: texts.tonight, to: pages.tonight.path, Icon: MoonStar }] : []),
    ...(user
      ? [
          { label: texts.notifications, to: pages.notifications.path, Icon: Bell },
          { label: texts.security, to: pages.security.path, Icon: ShieldCheck },
        ]
      : []),
    ...(user || reader
      ? []
      : [
          { label: appTexts.signIn, to: pages.login.path, Icon: ShieldCheck },
          { label: appTexts.signUp, to: pages.register.path, Icon: ShieldCheck },
        ]),
  ];
}

function focusSearch(): void {
  const box = document.querySelector<HTMLInputElement>('header search input');
  box?.focus();
  box?.select();
}

/** Global shortcuts, loaded after the page. */
export function Keys() {
  const navigate = useNavigate();
  const location = useLocation();
  const owner = useSelector(selectVaultOwner);
  const places = usePlaces();
  const [open, setOpen] = useState<Open>(null);
  const [ownGame, setOwnGame] = useState<string | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const onMeaning = useEffectEvent((meaning: Meaning) => {
    if (meaning.kind === 'search') focusSearch();
    else if (meaning.kind === 'go') navigate(meaning.to);
    else setOpen(meaning.kind);
  });
  useEffect(() => readKeys(onMeaning), []);
  const go = (address: string) => {
    close();
    afterDialogs(() => navigate(address));
  };
  const addOwn = (name: string) => {
    close();
    if (owner) setOwnGame(name);
    else afterDialogs(() => navigate('/login', { state: { from: location } }));
  };
  return (
    <>
      {open === 'palette' && (
        <Palette places={places} longest={longestQuery} onClose={close} onGo={go} onAddOwn={addOwn} />
      )}
      {ownGame !== null && owner && <AddOwnGameDialog name={ownGame} onClose={() => setOwnGame(null)} />}
      {open === 'overview' && <Overview onClose={close} />}
    </>
  );
}
