import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Figures } from '../../components/ui/figures.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { PageTitle, Panel } from '../../components/ui/page.tsx';
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx';
import { FavouriteCovers } from '../../entities/game/favourite-covers.tsx';
import { GameGridSkeleton } from '../../entities/game/game-grid.tsx';
import { liveState } from '../../entities/live/state.ts';
import { useLiveTopic } from '../../entities/live/use-live-topic.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { StatusMeter } from '../../entities/status/status-meter.tsx';
import { Avatar } from '../../entities/user/avatar.tsx';
import { fullName } from '../../entities/user/full-name.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { formatCount, formatDay, formatOneDecimal } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { useStepBack } from '../../lib/use-step-back.ts';
import { usersApi, usersState } from './api.ts';
import { FollowButton } from './components/follow-button.tsx';
import { UserLibrary } from './components/user-library.tsx';
import { asOthers, type Content } from './content.ts';
import { userTexts as texts, usersTexts } from './texts.ts';

const statisticsTexts = texts.statistics;

function UserStatistics({ stats }: { readonly stats: LibraryStatistics }) {
  const { average_rating: average, currently_playing: playing } = stats;
  return (
    <Panel title={statisticsTexts.heading} className="mb-10">
      <div className="grid gap-6 lg:grid-cols-2 lg:items-center lg:gap-10">
        <Figures
          className="grid-cols-2 sm:grid-cols-4 lg:grid-cols-2 xl:grid-cols-4"
          figures={[
            { label: statisticsTexts.total, value: formatCount(stats.total_games) },
            { label: statisticsTexts.shared, value: formatCount(stats.shared_games) },
            {
              label: statisticsTexts.averageRating,
              value: average === null ? statisticsTexts.noRating : formatOneDecimal(average),
            },
            { label: statisticsTexts.hours, value: formatOneDecimal(stats.total_hours) },
          ]}
        />
        <StatusMeter
          label={statisticsTexts.statuses}
          counts={{ ...stats, playing }}
          names={{ playing: statisticsTexts.currentlyPlaying }}
        />
      </div>
    </Panel>
  );
}

interface UserHeaderProps {
  /** Null until the user is known. */
  readonly user: PublicUser | null;
  /** Null until loaded. */
  readonly stats: LibraryStatistics | null;
  /** Whether a private user sees their own page as others do, and how to change that. */
  readonly seenAsOthers: boolean;
  readonly onSeenAsOthers: (seenAsOthers: boolean) => void;
}

/** User name, key figures and the follow button. */
function UserHeader({ user, stats, ...look }: UserHeaderProps) {
  const name = user && fullName(user);
  return (
    <header className="mb-10 flex flex-wrap items-center gap-x-8 gap-y-6">
      <div className="flex min-w-0 flex-1 basis-80 items-start gap-4 sm:items-center sm:gap-6">
        {user ? (
          <Avatar id={user.id} username={user.username} className="size-18 text-3xl sm:size-24 sm:text-4xl" />
        ) : (
          <Skeleton className="size-18 shrink-0 rounded-full sm:size-24" />
        )}
        <div className="min-w-0 flex-1">
          {/* One heading throughout: it has focus by the time the name arrives. */}
          <h1 tabIndex={-1} className="text-2xl sm:text-3xl" dir="auto">
            {user ? user.username : <span className="sr-only">{texts.title}</span>}
          </h1>
          {user ? (
            <>
              {name !== null && (
                <p className="line-clamp-2 [overflow-wrap:anywhere] text-ink-2">
                  <bdi>{name}</bdi>
                </p>
              )}
              <p className="mt-0.5 text-sm text-ink-3">{usersTexts.memberSince(formatDay(user.created_at))}</p>
              <div className="mt-3 min-h-11">
                <Relation user={user} {...look} />
              </div>
            </>
          ) : (
            <>
              <Skeleton className="h-9 w-48 max-w-full" />
              <Skeleton className="mt-2 h-5 w-40 max-w-full" />
              <Skeleton className="mt-3 h-11 w-30" />
            </>
          )}
        </div>
      </div>
      <Figures
        className="basis-72 grid-cols-4 max-sm:w-full"
        figures={[
          { label: texts.followers, value: user ? formatCount(user.follower_count) : texts.unknown },
          { label: texts.following, value: user ? formatCount(user.following_count) : texts.unknown },
          { label: texts.games, value: stats ? formatCount(stats.total_games) : texts.unknown },
          { label: texts.shared, value: stats ? formatCount(stats.shared_games) : texts.unknown },
        ]}
      />
    </header>
  );
}

type RelationProps = Pick<UserHeaderProps, 'seenAsOthers' | 'onSeenAsOthers'> & { readonly user: PublicUser };

function Relation({ user, seenAsOthers, onSeenAsOthers }: RelationProps) {
  const own = useSelector(selectUser);
  if (own?.id !== user.id) return <FollowButton user={user} />;
  const isPrivate = own.privacy === 'private';
  return (
    <>
      <p className="text-sm text-ink-2">{isPrivate && !seenAsOthers ? texts.you.private : texts.you.public}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isPrivate && (
          <Button size="small" onClick={() => onSeenAsOthers(!seenAsOthers)}>
            {seenAsOthers ? texts.asYou : texts.asOthers}
          </Button>
        )}
        <ButtonLink to="/profile" size="small">
          {texts.ownProfile}
        </ButtonLink>
      </div>
    </>
  );
}

/** A user's visible favorite games; renders nothing without any. */
function UserFavourites({ username, library, favourites }: Content & { readonly username: string }) {
  const games = favourites.flatMap((id) => library.find((entry) => entry.id === id) ?? []);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="favourites" className="mb-10">
      <h2 id="favourites" className="mb-3 text-xl">
        {texts.favourites}
      </h2>
      <FavouriteCovers
        label={texts.favouritesOf(username)}
        games={games.map(({ id, guid, game, image_url }) => ({ entry_id: id, guid, name: game.name, image_url }))}
      />
    </section>
  );
}

/**
 * Returns to the user list with its search and scroll position if the visit began there; otherwise, as in a new tab,
 * opens the list.
 */
function BackButton() {
  return (
    <Button look="plain" size="small" onClick={useStepBack('/users')} className="mb-4 -ml-3.5">
      <ArrowLeft aria-hidden="true" className="size-4.5 rtl:rotate-180" />
      {texts.back}
    </Button>
  );
}

export const page: PageModule = { Page: UserPage, state: [serverState, liveState, usersState] };

/** A user's page, kept current while it is visible. */
function UserPage() {
  const { userId = '' } = useParams();
  const { currentData, error, isFetching, refetch } = usersApi.useUserQuery(userId);
  const whole = currentData?.content ?? null;
  const own = useSelector(selectUser);
  // The viewer's own data is known before the page has loaded.
  const user = currentData?.user ?? (own?.id === userId ? { ...own, is_following: false } : null);
  const [seenAsOthers, setSeenAsOthers] = useState(false);
  const hides = seenAsOthers && own?.id === user?.id && own?.privacy === 'private';
  const content = useMemo(() => (whole && hides ? asOthers(whole) : whole), [whole, hides]);
  // Subscribe only once the user is known to exist.
  useLiveTopic('users', currentData && userId);
  return (
    <>
      <PageTitle title={user?.username ?? texts.title} />
      <BackButton />
      {currentData || !error ? (
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
            <Loading text={texts.loading} shapes={['mb-10 h-57 rounded-2xl sm:h-51', 'mb-5 h-8 w-56', 'mb-8 h-18']}>
              <GameGridSkeleton />
            </Loading>
          )}
        </>
      ) : (
        <LoadFailure
          headingLevel={1}
          title={messageOf(error, texts.failed)}
          busy={isFetching}
          back={<ButtonLink to="/users">{texts.findUsers}</ButtonLink>}
          onRetry={() => refetch()}
        />
      )}
    </>
  );
}
