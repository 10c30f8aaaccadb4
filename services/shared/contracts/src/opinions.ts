import { z } from 'zod';
import { entryFields } from './library-entry.ts';
import { fewestPlayers } from './playthroughs.ts';
import { publicUser } from './users.ts';

/** Maximum followed users that are named with a game. */
export const mostFollowedPlayers = 50;

/** How users rated a game, shown from five users on. */
export const gameRatings = z.object({
  count: z.number().int().min(fewestPlayers),
  average: z.number().min(1).max(10),
  by_rating: z
    .array(z.number().int().nonnegative())
    .length(10)
    .meta({ description: 'Number of users per rating, from 1 to 10.' }),
  newest_only: z.boolean().meta({ description: 'More users rated it; these are the newest.' }),
});

/** A followed user's entry for a game. */
export const followedPlayer = entryFields
  .pick({ status: true, rating: true, hours_played: true })
  .extend({ user: publicUser.pick({ id: true, username: true }) });

export type GameRatings = z.infer<typeof gameRatings>;
export type FollowedPlayer = z.infer<typeof followedPlayer>;
