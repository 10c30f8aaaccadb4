import { z } from 'zod';
import { failure } from './answer.ts';
import { hoursRule, ratingRule, tagRule } from './entry-rules.ts';
import { id, instant, withoutControls } from './fields.ts';
import { game, gameSummary } from './games.ts';
import { notListed } from './platforms/platform-names.ts';

export const statuses = ['want_to_play', 'playing', 'completed', 'dropped', 'collection'] as const;

export const status = z.enum(statuses);

export const rating = z
  .number()
  .int(ratingRule.message)
  .min(ratingRule.min, ratingRule.message)
  .max(ratingRule.max, ratingRule.message)
  .nullable();

export const hoursPlayed = z
  .number()
  .min(hoursRule.min.value, hoursRule.min.message)
  .max(hoursRule.max.value, hoursRule.max.message)
  .multipleOf(hoursRule.step.value, hoursRule.step.message)
  .nullable();

export const platformId = z.union([z.number().int().positive().max(2_147_483_647), z.literal(notListed)]).nullable();

/** A user's own tag of an entry, as stored. */
const tag = z
  .string()
  .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode')
  .normalize('NFC')
  .trim()
  .regex(/\S/, tagRule.blank)
  .max(tagRule.max.value, tagRule.max.message)
  .regex(withoutControls, tagRule.control);

/** In the user's order; of tags that differ only by case the first is kept. */
export const tags = z.array(tag).max(tagRule.most.value, tagRule.most.message);

/** Counts the changes of an entry from 1. */
export const entryVersion = z.number().int().positive().max(2_147_483_647);

/** Also part of published events, so a new field or status needs new event versions. */
export const entryFields = z.object({ status, rating, hours_played: hoursPlayed, platform_id: platformId });

/** The fields of an entry that a user may change. */
export const editableFields = entryFields.extend({ is_shared: z.boolean(), tags });

/** The fields of a new entry, all optional. */
export const newEntryFields = {
  status: status.default('want_to_play'),
  platform_id: platformId.default(null),
  rating: rating.default(null),
  hours_played: hoursPlayed.default(null),
  tags: tags.default([]),
};

/** A game in a user's vault. */
export const libraryEntry = z.object({
  id,
  version: entryVersion,
  guid: gameSummary.shape.guid,
  ...entryFields.shape,
  platform: z.object({ id: platformId, name: z.string() }).nullable(),
  date_added: instant,
  image_url: gameSummary.shape.image_url,
  is_shared: z.boolean(),
  tags: z.array(z.string()).optional().meta({ description: 'Visible to their owner only.' }),
  game: gameSummary,
});

/** An entry as a user page shows it, without the version, which also counts changes that only the owner sees. */
export const shownEntry = libraryEntry.omit({ version: true, tags: true });

/** The response (409) to a conditional change of an outdated version, with the current `entry`. */
export const entryChanged = failure.extend({ code: z.literal('library.entry_changed'), entry: libraryEntry });

/** Maximum contents of a vault. */
export const vaultLimits = {
  entries: 20_000,
  /** Maximum stored JSON of a client's description of one game, in bytes. */
  descriptionBytes: 65_536,
} as const;

/** A client's description of a game that the catalog has not stored yet. */
export const externalGame = game.pick({
  guid: true,
  name: true,
  description: true,
  original_release_date: true,
  image: true,
  platforms: true,
});

export type Status = z.infer<typeof status>;
export type PlatformId = z.infer<typeof platformId>;
export type EntryFields = z.infer<typeof entryFields>;
export type LibraryEntry = z.infer<typeof libraryEntry>;
export type ShownEntry = z.infer<typeof shownEntry>;
