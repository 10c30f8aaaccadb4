import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { Figures } from '../../../components/ui/figures.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectUser } from '../../../entities/session/selectors.ts';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { fullName } from '../../../entities/user/full-name.ts';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { userTexts as texts, usersTexts } from '../texts.ts';
import { FollowButton } from './follow-button.tsx';

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
export function UserHeader({ user, stats, ...look }: UserHeaderProps) {
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
