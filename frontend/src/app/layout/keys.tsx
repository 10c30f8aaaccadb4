import { Bell, MoonStar, Search, ShieldCheck } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
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
import { type Meaning, readKeys } from './key-sequences.ts';
import { navLinksFor } from './nav-links.ts';

const Palette = lazyPart(() => loadCode(() => import('./palette.tsx')).then(({ Palette }) => ({ default: Palette })));
const Overview = lazyPart(() =>
  loadCode(() => import('../../features/vault/keys/keys-dialog.tsx')).then(({ KeysDialog }) => ({
    default: KeysDialog,
  })),
);

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
  const mean = useRef<(meaning: Meaning) => void>(() => {});
  mean.current = (meaning) => {
    if (meaning.kind === 'search') focusSearch();
    else if (meaning.kind === 'go') navigate(meaning.to);
    else setOpen(meaning.kind);
  };
  useEffect(() => readKeys((meaning) => mean.current(meaning), areSingleKeysOn), []);
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
    <Suspense>
      {open === 'palette' && (
        <Palette places={places} longest={longestQuery} onClose={close} onGo={go} onAddOwn={addOwn} />
      )}
      {ownGame !== null && owner && <AddOwnGameDialog name={ownGame} onClose={() => setOwnGame(null)} />}
      {open === 'overview' && <Overview onClose={close} />}
    </Suspense>
  );
}
