import { z } from 'zod';
import { guid, instant } from './fields.ts';
import { gameSummary } from './games.ts';
import { rating } from './library-entry.ts';
import { publicUser } from './users.ts';

/** So many deeds of those whom one follows are told at once, so many of one person, and none that is older, in days. */
export const mostDeeds = 20;
export const mostDeedsOfOne = 3;
export const deedDays = 30;

export const deedKinds = ['added', 'began', 'completed', 'rated'] as const;

/** What somebody whom the viewer follows has lately done with a game: the last thing that they did, where it still holds. */
export const deed = z.object({
  user: publicUser.pick({ id: true, username: true }),
  kind: z.enum(deedKinds),
  at: instant,
  rating: rating.meta({ description: 'As it is now, whatever was done.' }),
  game: z.object({ guid, name: gameSummary.shape.name, image_url: gameSummary.shape.image_url }),
});

export type DeedKind = (typeof deedKinds)[number];
export type Deed = z.infer<typeof deed>;
