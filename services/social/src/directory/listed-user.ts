import type { Privacy, PublicUser } from '@nightshelf/contracts/users.ts';

/** A directory row with follow counts and the viewer's own follow. */
export interface ListedUser {
  readonly id: string;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly created_at: string;
  readonly is_active: boolean;
  readonly privacy: Privacy;
  readonly followers: number;
  readonly following: number;
  readonly is_following: boolean;
}

/** Select list and joins of a ListedUser from `users u`; its one parameter is the viewer's id. */
export const listedUsers = `
  select u.id, u.username, u.first_name, u.last_name, u.is_active, u.privacy,
    to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    coalesce(c.followers, 0) as followers, coalesce(c.following, 0) as following,
    coalesce(f.active, false) as is_following
  from users u
  left join follow_counts c on c.user_id = u.id
  left join follows f on f.followee_id = u.id and f.follower_id = ?`;

export const presentUser = (user: ListedUser): PublicUser => ({
  id: user.id,
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  created_at: user.created_at,
  is_active: user.is_active,
  follower_count: user.followers,
  following_count: user.following,
  is_following: user.is_following,
});
