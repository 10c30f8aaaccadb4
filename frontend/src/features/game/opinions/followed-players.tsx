import type { FollowedPlayer } from '@nightshelf/contracts/opinions.ts';
import { Star, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { formatOneDecimal } from '../../../lib/format.ts';
import { opinionTexts as texts } from './texts.ts';

/** Players shown before "show all". */
const few = 5;

interface FollowedPlayersProps {
  readonly people: readonly FollowedPlayer[];
  /** There are more players than the response names. */
  readonly more: boolean;
}

/** Opinions of followed players, with links to their pages. */
export function FollowedPlayers({ people, more }: FollowedPlayersProps) {
  const [isWhole, setWhole] = useState(false);
  const finished = people.filter(({ status }) => status === 'completed').length;
  const shown = isWhole ? people : people.slice(0, few);
  return (
    <section aria-labelledby="followed-players">
      <h2 id="followed-players" className="flex items-center gap-2 text-base text-ink-2">
        <UsersRound aria-hidden="true" className="size-4.5" />
        {texts.followed}
      </h2>
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
                  <StatusBadge status={status} look="text" />
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
