import { z } from 'zod';

const count = z.number().int().nonnegative();

/** Figures over the part of another user's library that the viewer may see. */
export const libraryStatistics = z.object({
  total_games: count,
  shared_games: count,
  completed: count,
  currently_playing: count,
  want_to_play: count,
  collection: count,
  dropped: count,
  average_rating: z.number().nullable().meta({ description: 'Mean of ratings above 0; null when there are none.' }),
  total_hours: z.number().nonnegative(),
});

export type LibraryStatistics = z.infer<typeof libraryStatistics>;
