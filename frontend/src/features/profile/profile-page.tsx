import { useEffect, useRef } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/ui/button.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { NeedsNetwork } from '../../entities/session/needs-network.tsx';
import { selectAccount, selectIsOffline, selectSession } from '../../entities/session/selectors.ts';
import { AccountHeader } from '../../entities/user/account-header.tsx';
import { formatMoment } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { useProfileQuery } from './api.ts';
import { Collection } from './collection/collection.tsx';
import { AccountInformation } from './components/account-information.tsx';
import { GameStatistics } from './components/game-statistics.tsx';
import { Preferences } from './components/preferences.tsx';
import { Showcase } from './components/showcase.tsx';
import { Favourites } from './favourites/favourites.tsx';
import { favouritesState } from './favourites/state.ts';
import { profileState } from './saga.ts';
import { TakeData } from './take-data/take-data.tsx';
import { profileFault, profileTexts as texts } from './texts.ts';

/** Returns a ref for the settings heading, which `/profile#settings` scrolls to and focuses. */
function useSettingsLink() {
  const { hash, key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every visit of the address leads there
  useEffect(() => {
    if (hash !== '#settings') return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [hash, key]);
  return heading;
}

export const page: PageModule = {
  Page: ProfilePage,
  state: [libraryState, serverState, profileState, favouritesState, liveState],
};

function ProfilePage() {
  const { reader } = useSelector(selectSession);
  const isOffline = useSelector(selectIsOffline);
  const user = useSelector(selectAccount);
  const { error, refetch } = useProfileQuery(undefined, { skip: reader !== null });
  const [query] = useSearchParams();
  const settings = useSettingsLink();
  // The route guard requires a user, so this only happens during sign-out.
  if (!user) return isOffline && <NeedsNetwork />;
  // A provider redirects here after linking; the linked accounts show the result.
  if (query.has('linked') || query.has('refused')) return <Navigate to={`/profile/security?${query}`} replace />;
  return (
    <>
      <AccountHeader />
      {isOffline && reader?.at && (
        <MessageBox tone="notice" className="mb-6">
          {texts.kept(formatMoment(reader.at))}
        </MessageBox>
      )}
      {error && !reader && (
        <MessageBox className="mb-6">
          <p>{profileFault(error)}</p>
          <Button size="small" onClick={() => refetch()} className="mt-2">
            {texts.retry}
          </Button>
        </MessageBox>
      )}
      <Showcase user={user} />
      {!reader && <Favourites />}
      <GameStatistics />
      <h2
        id="settings"
        ref={settings}
        tabIndex={-1}
        className="mt-12 mb-4 scroll-mt-24 border-t border-line pt-8 text-xl outline-none"
      >
        {texts.settings}
      </h2>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <AccountInformation user={user} />
        <div className="grid gap-6">
          <Preferences user={user} />
          {!reader && <Collection />}
          {!reader && <TakeData />}
        </div>
      </div>
    </>
  );
}
