import { useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { GameGridSkeleton } from '../../entities/game/game-grid.tsx';
import { liveState } from '../../entities/live/state.ts';
import { useLiveTopic } from '../../entities/live/use-live-topic.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { asOthers } from './as-others.ts';
import { BackButton } from './components/back-button.tsx';
import { UserFavourites } from './components/user-favourites.tsx';
import { UserHeader } from './components/user-header.tsx';
import { UserLibrary } from './components/user-library.tsx';
import { UserStatistics } from './components/user-statistics.tsx';
import { usersState } from './saga.ts';
import { selectUserPage } from './selectors.ts';
import { usersActions } from './slice.ts';
import { userTexts as texts } from './texts.ts';

export const page: PageModule = { Page: UserPage, state: [liveState, usersState] };

/** A user's page, kept current while it is visible. */
function UserPage() {
  const { userId = '' } = useParams();
  const dispatch = useDispatch();
  const page = useSelector(selectUserPage);
  useEffect(() => {
    dispatch(usersActions.pageOpened(userId));
    return () => {
      dispatch(usersActions.pageClosed());
    };
  }, [dispatch, userId]);
  // Do not show the previous page's user under the new address.
  const { user: told, content: whole, error } = page.id === userId ? page : { user: null, content: null, error: null };
  const own = useSelector(selectUser);
  // The viewer's own data is known before the page has loaded.
  const user = told ?? (own?.id === userId ? { ...own, is_following: false } : null);
  const [seenAsOthers, setSeenAsOthers] = useState(false);
  const hides = seenAsOthers && own?.id === user?.id && own?.privacy === 'private';
  const content = useMemo(() => (whole && hides ? asOthers(whole) : whole), [whole, hides]);
  // Subscribe only once the user is known to exist.
  useLiveTopic('users', told?.id);
  return (
    <>
      <PageTitle title={user?.username ?? texts.title} />
      <BackButton />
      {error === null ? (
        <>
          <UserHeader
            user={user}
            stats={content?.stats ?? null}
            seenAsOthers={hides}
            onSeenAsOthers={setSeenAsOthers}
          />
          {user && content ? (
            <>
              <UserFavourites {...content} username={user.username} />
              <UserStatistics stats={content.stats} />
              <UserLibrary
                key={`${user.id} ${hides}`}
                username={user.username}
                library={content.library}
                stats={content.stats}
              />
            </>
          ) : (
            <Waiting />
          )}
        </>
      ) : (
        <EmptyState
          scene="unplugged"
          tone="error"
          headingLevel={1}
          title={error}
          action={
            <>
              <Button onClick={() => dispatch(usersActions.pageOpened(userId))}>{texts.retry}</Button>
              <ButtonLink to="/users">{texts.findUsers}</ButtonLink>
            </>
          }
        />
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="mb-10 h-57 rounded-2xl sm:h-51" />
      <Skeleton className="mb-5 h-8 w-56" />
      <Skeleton className="mb-8 h-18" />
      <GameGridSkeleton />
    </div>
  );
}
