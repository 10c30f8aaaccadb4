import { z } from 'zod';
import { id } from '../fields.ts';
import { defineEvent } from './event.ts';

const follow = z.object({ follower_id: id, followee_id: id });

const aboutFollow = {
  topic: 'social.follows',
  data: follow,
  subject: ({ follower_id, followee_id }: z.infer<typeof follow>) => `${follower_id}:${followee_id}`,
  key: ({ follower_id }: z.infer<typeof follow>) => follower_id,
} as const;

export const userFollowed = defineEvent({ ...aboutFollow, type: 'social.user.followed.v1' });
export const userUnfollowed = defineEvent({ ...aboutFollow, type: 'social.user.unfollowed.v1' });
