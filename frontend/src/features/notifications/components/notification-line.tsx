import type { Notification } from '@nightshelf/contracts/notifications.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatMoment } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { notificationTexts as texts } from '../texts.ts';

interface Told {
  readonly picture: ReactNode;
  readonly sentence: ReactNode;
}

const linkLook = 'font-medium text-ink-1 underline-offset-4 hover:underline';

const UserLink = ({ id, username }: NonNullable<Notification['user']>) => (
  <Link to={`/users/${id}`} className={linkLook} dir="auto">
    {username}
  </Link>
);

const GameLink = ({ guid, name }: NonNullable<Notification['game']>) => (
  <Link to={`/game/${encodeURIComponent(guid)}`} className={linkLook} dir="auto">
    {name}
  </Link>
);

/** Returns null for kinds that this build does not know. */
function tell({ kind, user, game }: Notification): Told | null {
  const cover = game && <GameCover guid={game.guid} name={game.name} address={game.image_url} className="w-11!" />;
  if (kind === 'new_follower' && user) {
    return {
      picture: <Avatar {...user} className="size-11 text-lg" />,
      sentence: (
        <>
          <UserLink {...user} /> {texts.newFollower}
        </>
      ),
    };
  }
  if (kind === 'friend_finished' && user && game) {
    return {
      picture: cover,
      sentence: (
        <>
          <UserLink {...user} /> {texts.finished} <GameLink {...game} />, {texts.youPlay}
        </>
      ),
    };
  }
  if (kind === 'wanted_game_out' && game) {
    return {
      picture: cover,
      sentence: (
        <>
          <GameLink {...game} /> {texts.isOut}
        </>
      ),
    };
  }
  return null;
}

export function NotificationLine({ notification }: { readonly notification: Notification }) {
  const told = tell(notification);
  if (!told) return null;
  const { created_at, read_at } = notification;
  const isUnread = read_at === null;
  return (
    <li className={cx('flex items-center gap-4 rounded-xl px-3 py-3 sm:px-4', isUnread && 'bg-surface-1')}>
      <span className="flex w-11 shrink-0 justify-center">{told.picture}</span>
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere] text-ink-2">
          {isUnread && <span className="sr-only">{texts.unread} </span>}
          {told.sentence}
        </p>
        <time dateTime={created_at} title={formatMoment(created_at)} className="text-sm text-ink-3">
          {formatAgo(created_at)}
        </time>
      </div>
      {isUnread && <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-accent" />}
    </li>
  );
}
