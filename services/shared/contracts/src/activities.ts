import { z } from 'zod';
import { instant } from './fields.ts';
import { rating } from './library-entry.ts';
import { playedGame } from './playthroughs.ts';
import { publicUser } from './users.ts';

/** Limits of the activity feed: activities in all, activities of one person, and their age in days. */
export const mostActivities = 20;
export const mostActivitiesOfUser = 3;
export const activityDays = 30;

export const activityKinds = ['added', 'began', 'completed', 'rated'] as const;

/** The latest activity with a game of a user whom the viewer follows, if it still applies. */
export const activity = z.object({
  user: publicUser.pick({ id: true, username: true }),
  kind: z.enum(activityKinds),
  at: instant,
  rating: rating.meta({ description: 'Current state of the game.' }),
  game: playedGame,
});

export type ActivityKind = (typeof activityKinds)[number];
export type Activity = z.infer<typeof activity>;
