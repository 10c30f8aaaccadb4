import { z } from 'zod';
import { failure } from './answer.ts';
import { id } from './fields.ts';
import { mostFavourites } from './list-rules.ts';
import { coveredEntry } from './playthroughs.ts';

const version = z.number().int().min(0).max(2_147_483_647);

/** The games on the user's profile, in the user's order. */
export const favourites = z.object({
  version: version.meta({ description: 'Version; 0 before the first choice.' }),
  games: z.array(coveredEntry).max(mostFavourites),
});

export const chosenFavourites = z.object({
  entry_ids: z
    .array(id.toLowerCase())
    .max(mostFavourites, `At most ${mostFavourites} favourites`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each game only once')
    .meta({ description: "Entries of the user's vault, in order." }),
  if_version: version.optional().meta({
    description: 'Expected version: 409 with the current favorites if it changed.',
  }),
});

/** The response (409) to a change of an outdated version, with the current `favourites`. */
export const favouritesPassed = failure.extend({ code: z.literal('library.favourites_changed'), favourites });

export type Favourite = z.infer<typeof coveredEntry>;
export type Favourites = z.infer<typeof favourites>;
