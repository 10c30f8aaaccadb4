import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { fullName } from '../../../entities/user/full-name.ts';
import { usersTexts as texts } from '../texts.ts';
import { FollowButton } from './follow-button.tsx';

export function UserCard({ user }: { readonly user: PublicUser }) {
  const nameId = useId();
  const address = `/users/${encodeURIComponent(user.id)}`;
  const name = fullName(user);
  return (
    <article aria-labelledby={nameId} className="flex h-full flex-col gap-4 rounded-2xl bg-surface-1 p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar id={user.id} username={user.username} className="size-14 text-2xl" />
        <div className="min-w-0">
          <h2 id={nameId} className="truncate text-lg">
            <Link to={address} className="hover:text-accent">
              {user.username}
            </Link>
          </h2>
          {name !== null && (
            <p className="truncate text-ink-2" title={name}>
              <bdi>{name}</bdi>
            </p>
          )}
          <p className="text-sm text-ink-3 tabular-nums">
            {texts.followers(user.follower_count)} · {texts.following(user.following_count)}
          </p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap gap-2 *:flex-1">
        <ButtonLink to={address} size="small" aria-describedby={nameId}>
          {texts.viewProfile}
        </ButtonLink>
        <FollowButton user={user} describedBy={nameId} />
      </div>
    </article>
  );
}
