import type { FollowOutcome } from './change-follow.ts';

const present = (message: string, { followerCount, isFollowing }: FollowOutcome) => ({
  success: true as const,
  message,
  follower_count: followerCount,
  is_following: isFollowing,
});

export const followed = (outcome: FollowOutcome) =>
  present(`You ${outcome.changed ? 'are now following' : 'already follow'} ${outcome.username}.`, outcome);

export const unfollowed = (outcome: FollowOutcome) =>
  present(`You ${outcome.changed ? 'no longer follow' : 'are not following'} ${outcome.username}.`, outcome);
