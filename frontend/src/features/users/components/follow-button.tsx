import type { PublicUser } from '@nightshelf/contracts/users.ts';
import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { cx } from '../../../lib/cx.ts';
import { usersApi } from '../api.ts';
import { usersTexts as texts } from '../texts.ts';

interface FollowButtonProps {
  readonly user: PublicUser;
  /** Id of the element that names the user, because a list has many such buttons. */
  readonly describedBy?: string;
}

/** Follow or unfollow button. Ignores further presses until the response, and keeps focus. */
export function FollowButton({ user, describedBy }: FollowButtonProps) {
  const [toggle, { isLoading }] = usersApi.useToggleFollowMutation();
  const inList = describedBy !== undefined;
  const Icon = user.is_following ? UserCheck : UserPlus;
  return (
    <Button
      size={inList ? 'small' : 'medium'}
      look={user.is_following || inList ? 'quiet' : 'primary'}
      aria-disabled={isLoading || undefined}
      aria-describedby={describedBy}
      onClick={() => isLoading || void toggle(user)}
      className="min-w-30"
    >
      <Icon aria-hidden="true" className={cx('size-4.5', !user.is_following && inList && 'text-accent')} />
      {user.is_following ? texts.unfollow : texts.follow}
    </Button>
  );
}
