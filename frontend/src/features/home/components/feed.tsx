import type { Activity, ActivityKind } from '@nightshelf/contracts/activities.ts';
import { Star, UsersRound } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { LoadFailureBox } from '../../../components/ui/load-failure.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { TravelLink } from '../../../entities/game/travel-link.tsx';
import { selectAccount, selectIsOffline } from '../../../entities/session/selectors.ts';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { homeApi } from '../api.ts';

const texts = {
  title: 'People you follow',
  loading: 'Loading activity…',
  kinds: {
    added: 'added',
    began: 'began',
    completed: 'completed',
    rated: 'rated',
  } satisfies Record<ActivityKind, string>,
  rating: (rating: number) => `rated ${rating} of 10`,
  followsNone: 'You’re not following anyone yet. Their activity will show up here.',
  nothing: 'Nothing new in the last 30 days. Activity of people you follow shows up here.',
  find: 'Find players to follow',
  failed: 'Couldn’t load the activity.',
};

/** Color of the verb, which readers see first. */
const tints = { added: 'text-ink-2', began: 'text-playing', completed: 'text-completed', rated: 'text-ink-2' };

interface FeedCardProps {
  readonly activity: Activity;
  readonly className?: string;
}

/** An activity of another user, with links to their page and the game's. */
function FeedCard({ activity: { user, kind, at, rating, game }, className }: FeedCardProps) {
  const address = `/game/${encodeURIComponent(game.guid)}`;
  return (
    <li
      data-guid={game.guid}
      className={cx('group relative flex w-76 shrink-0 gap-4 overflow-hidden rounded-xl bg-surface-1', className)}
    >
      <span className="w-22.5 shrink-0">
        <CoverOf game={game} className="rounded-none!" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col py-1 pr-3">
        <Link
          to={`/users/${user.id}`}
          className="relative z-1 flex min-h-11 max-w-full min-w-0 items-center gap-2 self-start rounded-lg"
        >
          <Avatar id={user.id} username={user.username} className="size-7 text-sm" />
          <span className="truncate text-sm font-medium hover:underline" dir="auto">
            {user.username}
          </span>
        </Link>
        <TravelLink to={address} className="line-clamp-2 leading-snug after:absolute after:inset-0">
          <span className={cx('text-sm', tints[kind])}>{texts.kinds[kind]} </span>
          <bdi className="font-semibold [overflow-wrap:anywhere] group-hover:text-accent">{game.name}</bdi>
        </TravelLink>
        <p className="mt-auto flex items-center gap-2 pb-1 text-xs text-ink-2 tabular-nums">
          {rating !== null && (
            <span className="inline-flex items-center gap-1 font-semibold text-ink-1">
              <Star aria-hidden="true" className="size-3.5 fill-current text-want-to-play" />
              <span aria-hidden="true">{rating}</span>
              <span className="sr-only">{texts.rating(rating)}</span>
            </span>
          )}
          <time dateTime={at} title={formatMoment(at)}>
            {formatAgo(at)}
          </time>
        </p>
      </div>
    </li>
  );
}

/** Fixed height, so that nothing below it shifts. */
const height = 'h-30';

/** Recent activity of followed users. Hidden offline: other users' data is not stored on the device. */
export function Feed() {
  const isOffline = useSelector(selectIsOffline);
  if (isOffline) return null;
  return (
    <section aria-labelledby="feed" className="mt-9">
      <h2 id="feed" className="mb-3 text-xl">
        {texts.title}
      </h2>
      <Latest />
    </section>
  );
}

function Latest() {
  const { data, isError, isFetching, refetch } = homeApi.useFeedQuery();
  if (!data && isError && !isFetching) {
    return (
      <div className={height}>
        <LoadFailureBox text={texts.failed} onRetry={() => refetch()} />
      </div>
    );
  }
  if (data?.deeds.length === 0) return <Nothing />;
  return (
    <ul
      role={data ? undefined : 'status'}
      className="-mx-4 flex scroll-px-4 gap-4 overflow-x-auto px-4 pb-4 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8"
    >
      {data
        ? data.deeds.map((activity) => (
            <FeedCard key={`${activity.user.id} ${activity.game.guid}`} activity={activity} className={height} />
          ))
        : ['a', 'b', 'c', 'd', 'e'].map((key) => (
            <li key={key} className="w-76 shrink-0">
              <Skeleton className={height} />
            </li>
          ))}
    </ul>
  );
}

function Nothing() {
  const account = useSelector(selectAccount);
  return (
    <div className={`${height} flex items-center gap-5 rounded-2xl bg-surface-1 px-5`}>
      <UsersRound aria-hidden="true" className="size-9 shrink-0 text-ink-3 max-sm:hidden" />
      <div>
        <p className="max-w-prose text-ink-2 max-sm:text-sm">
          {account?.following_count === 0 ? texts.followsNone : texts.nothing}
        </p>
        <Link
          to="/users"
          className="inline-flex min-h-11 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          {texts.find}
        </Link>
      </div>
    </div>
  );
}
