import type { Deed } from '@nightshelf/contracts/deeds.ts';
import { Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { useTravelTo } from '../../../entities/game/travel.ts';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { deedTexts as texts } from './texts.ts';

/** Color of the verb, which readers see first. */
const tints = { added: 'text-ink-2', began: 'text-playing', completed: 'text-completed', rated: 'text-ink-2' };

interface DeedCardProps {
  readonly deed: Deed;
  readonly className?: string;
}

/** An activity of another user, with links to their page and the game's. */
export function DeedCard({ deed: { user, kind, at, rating, game }, className }: DeedCardProps) {
  const address = `/game/${encodeURIComponent(game.guid)}`;
  const travel = useTravelTo(address);
  return (
    <li
      data-guid={game.guid}
      className={cx('group relative flex w-76 shrink-0 gap-4 overflow-hidden rounded-xl bg-surface-1', className)}
    >
      <span className="w-22.5 shrink-0">
        <GameCover guid={game.guid} name={game.name} address={game.image_url} className="rounded-none!" />
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
        <Link to={address} onClick={travel} className="line-clamp-2 leading-snug after:absolute after:inset-0">
          <span className={cx('text-sm', tints[kind])}>{texts.kinds[kind]} </span>
          <bdi className="font-semibold [overflow-wrap:anywhere] group-hover:text-accent">{game.name}</bdi>
        </Link>
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
