import type { FollowedPlayer, GameRatings } from '@nightshelf/contracts/opinions.ts';
import { type LucideIcon, Star, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { formatCount, formatOneDecimal, plural } from '../../../lib/format.ts';
import type { Opinions } from '../api.ts';

const people = (count: number) => plural(count, 'person', 'people');

const texts = {
  ratings: 'Ratings here',
  of: (count: number, newestOnly: boolean) =>
    newestOnly ? `of 10, the ${formatCount(count)} newest ratings` : `of 10, ${plural(count, 'rating')}`,
  gave: (rating: number, count: number) => `${rating}: ${people(count)}`,
  followed: 'People you follow',
  have: (count: number, finished: number, more: boolean) => {
    const have = `${more ? 'More than ' : ''}${formatCount(count)} ${count === 1 ? 'has' : 'have'} it`;
    return finished === 0 ? `${have}, none finished it` : `${have}, ${formatCount(finished)} finished it`;
  },
  hours: (hours: string) => `${hours} h`,
  rated: 'Rated',
  all: (count: number) => `Show all ${formatCount(count)}`,
};

interface FactHeadingProps {
  readonly id: string;
  readonly Icon: LucideIcon;
  readonly title: string;
}

/** Heading of a section in the rail. */
export function FactHeading({ id, Icon, title }: FactHeadingProps) {
  return (
    <h2 id={id} className="flex items-center gap-2 text-base text-ink-2">
      <Icon aria-hidden="true" className="size-4.5" />
      {title}
    </h2>
  );
}

/** Players shown before "show all". */
const few = 5;

interface FollowedPlayersProps {
  readonly people: readonly FollowedPlayer[];
  /** There are more players than the response names. */
  readonly more: boolean;
}

/** Opinions of followed players, with links to their pages. */
function FollowedPlayers({ people, more }: FollowedPlayersProps) {
  const [isWhole, setWhole] = useState(false);
  const finished = people.filter(({ status }) => status === 'completed').length;
  const shown = isWhole ? people : people.slice(0, few);
  return (
    <section aria-labelledby="followed-players">
      <FactHeading id="followed-players" Icon={UsersRound} title={texts.followed} />
      <p className="mt-1.5 font-heading text-xl leading-snug font-semibold text-balance">
        {texts.have(people.length, finished, more)}
      </p>
      <ul className="mt-2">
        {shown.map(({ user, status, rating, hours_played: hours }) => (
          <li key={user.id}>
            <Link
              to={`/users/${user.id}`}
              className="group -mx-2 flex min-h-14 items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-surface-2"
            >
              <Avatar id={user.id} username={user.username} className="size-9 text-base" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium group-hover:text-accent" dir="auto">
                  {user.username}
                </span>
                <span className="flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2 tabular-nums">
                  <StatusBadge status={status} />
                  {hours !== null && <span>{texts.hours(formatOneDecimal(hours))}</span>}
                </span>
              </span>
              {rating !== null && (
                <span className="inline-flex shrink-0 items-center gap-1 font-semibold tabular-nums">
                  <Star aria-hidden="true" className="size-4 fill-current text-want-to-play" />
                  <span className="sr-only">{texts.rated}</span>
                  {rating}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button look="plain" size="small" className="-ml-3.5" onClick={() => setWhole(true)}>
          {texts.all(people.length)}
        </Button>
      )}
    </section>
  );
}

/** Average and distribution of ratings. */
function Ratings({ ratings }: { readonly ratings: GameRatings }) {
  const { count, average, by_rating: people, newest_only: newestOnly } = ratings;
  const most = Math.max(...people);
  return (
    <section aria-labelledby="ratings">
      <FactHeading id="ratings" Icon={Star} title={texts.ratings} />
      <p className="mt-1.5 flex items-baseline gap-2">
        <span className="font-heading text-3xl font-semibold tabular-nums">{formatOneDecimal(average)}</span>
        <span className="text-sm text-ink-2">{texts.of(count, newestOnly)}</span>
      </p>
      <ol className="mt-3 grid max-w-80 grid-cols-10 items-end gap-1">
        {people.map((some, at) => {
          const rating = at + 1;
          return (
            <li key={rating} title={texts.gave(rating, some)} className="flex flex-col items-stretch text-center">
              <span className="sr-only">{texts.gave(rating, some)}</span>
              <span aria-hidden="true" className="flex h-20 items-end">
                {/* A minimum width keeps a single rating visible. */}
                <span
                  className="block w-full rounded-t-sm bg-want-to-play-fill"
                  style={{ height: some === 0 ? '1px' : `${Math.max(6, Math.round((some / most) * 100))}%` }}
                />
              </span>
              <span aria-hidden="true" className="mt-1 text-xs text-ink-2 tabular-nums">
                {rating}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Opinions about a game; renders nothing without any. */
export function OpinionsPanel({ opinions: { followed, ratings } }: { readonly opinions: Opinions }) {
  return (
    <>
      {followed && followed.people.length > 0 && <FollowedPlayers people={followed.people} more={followed.more} />}
      {ratings && <Ratings ratings={ratings} />}
    </>
  );
}
