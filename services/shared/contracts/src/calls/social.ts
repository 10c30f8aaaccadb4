import { z } from 'zod';
import { activity, mostActivities } from '../activities.ts';
import { answer } from '../answer.ts';
import { defineCall } from '../call.ts';
import { guid, id, limit, text } from '../fields.ts';
import { shownEntry } from '../library-entry.ts';
import { activityLimits, followLimits, searchLimits } from '../limits.ts';
import { mostFavourites } from '../list-rules.ts';
import { followedPlayer, gameRatings, mostFollowedPlayers } from '../opinions.ts';
import { libraryStatistics } from '../statistics.ts';
import { publicUser, userQueryTooShort } from '../users.ts';

const byId = z.object({ id });

const followAnswer = answer({
  follower_count: z.number().int().nonnegative(),
  is_following: z.boolean(),
});

export const searchUsers = defineCall('GET /api/users/search', {
  limits: searchLimits,
  summary: 'Find users by username',
  query: z.object({
    q: text(100)
      .regex(/\S[\s\S]*\S/, userQueryTooShort)
      .transform((q) => q.trim()),
    limit: limit(10, 50),
  }),
  answer: answer({ users: z.array(publicUser) }),
});

export const getUser = defineCall('GET /api/users/:id', {
  scope: 'library:read',
  summary: 'A user with the visible part of their library and statistics; with an API token only the token’s user',
  refuses: ['social.user_not_found', 'social.busy'],
  params: byId,
  answer: answer({
    user: publicUser,
    library: z.array(shownEntry),
    stats: libraryStatistics,
    favourites: z
      .array(id)
      .max(mostFavourites)
      .optional()
      .meta({ description: 'Favorite entries of this library, in order.' }),
  }),
});

export const getGameOpinions = defineCall('GET /api/users/games/:guid', {
  access: 'open',
  summary: 'Ratings of a game in public libraries, and opinions of followed users',
  params: z.object({ guid }),
  answer: answer({
    ratings: gameRatings.nullable().meta({ description: 'Null where fewer than five people have rated it.' }),
    followed: z
      .object({
        people: z.array(followedPlayer).max(mostFollowedPlayers).meta({
          description: 'Users who finished it come first, then by rating.',
        }),
        more: z.boolean().meta({ description: 'More exist than are listed.' }),
      })
      .nullable()
      .meta({ description: 'Null for anonymous callers.' }),
  }),
});

export const listFollowedActivity = defineCall('GET /api/users/followed/deeds', {
  limits: activityLimits,
  summary: 'Visible activity of followed users, newest first',
  answer: answer({ deeds: z.array(activity).max(mostActivities) }),
});

export const followUser = defineCall('POST /api/users/:id/follow', {
  limits: followLimits,
  summary: 'Follow a user',
  refuses: ['social.user_not_found', 'social.cannot_follow_self'],
  params: byId,
  answer: followAnswer,
});

export const unfollowUser = defineCall('POST /api/users/:id/unfollow', {
  limits: followLimits,
  summary: 'Stop following a user',
  refuses: ['social.user_not_found', 'social.cannot_follow_self'],
  params: byId,
  answer: followAnswer,
});
