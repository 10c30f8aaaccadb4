import { z } from 'zod';

/** PostgreSQL's text type cannot hold NUL, so no external text may contain it. */
export const withoutNul = /^[^\0]*$/;

export const withoutNulMessage = 'Must not contain NUL characters';

/**
 * For one-line texts. Written as codes that every language's regular expressions know, because the documents contain
 * the pattern.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
export const withoutControls = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** External text, at most `max` UTF-16 code units; half a surrogate pair cannot be stored as UTF-8. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(withoutNul, withoutNulMessage)
    .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode');

/**
 * A one-line name of a user's own object: 1 to 60 characters.
 * @param thing as in "Give the view a name"
 */
export const ownName = (thing: string) =>
  z
    .string()
    .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode')
    .normalize('NFC')
    .trim()
    .regex(/\S/, `Give the ${thing} a name`)
    .max(60, 'A name has at most 60 characters')
    .regex(withoutControls, 'A name must not contain control characters');

export const id = z.uuid();

/** ISO 8601 instant in UTC, such as 2026-03-01T12:00:00.000Z. */
export const instant = z.iso.datetime();

const oneGuid = '[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}';

/**
 * A game's id: `3030-<id>` (Giant Bomb), `igdb-<id>`, `wikidata-<id>`, `cat-<id>` (offline catalog) or `own-<id>` (a
 * user's own game).
 */
export const guid = z.string().regex(new RegExp(`^${oneGuid}$`), 'Must be a game identifier');

/** Maximum games of one request. */
export const mostGuids = 100;

/** Ids of games in a query string: `igdb-1,igdb-2`. */
export const guids = z
  .string()
  .regex(new RegExp(`^${oneGuid}(,${oneGuid}){0,${mostGuids - 1}}$`), `Must be 1 to ${mostGuids} game identifiers`)
  .transform((given) => [...new Set(given.split(','))])
  .meta({ description: `At most ${mostGuids}, with commas between them.` });

/** Page size in a query string: 1 to `max`. */
export const limit = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback);

/** Cursor in a query string: the `next` of the page before. */
export const fromPage = <Cursor extends z.ZodType>(cursor: Cursor) =>
  cursor.optional().meta({ description: 'The `next` of the page before.' });

/** Cursor of the next page in a response. */
export const nextPage = <Cursor extends z.ZodType>(cursor: Cursor) =>
  cursor.nullable().meta({ description: 'Null where there are no more.' });

/** A change of at least one of `fields`, which are all optional; `more`, such as a version, does not count as one. */
export const change = <Fields extends z.core.$ZodLooseShape, More extends z.core.$ZodLooseShape = Record<never, never>>(
  fields: Fields,
  more?: More,
) =>
  z
    .object({ ...fields, ...(more as More) })
    .partial()
    .refine((given) => Object.keys(fields).some((field) => field in given), 'At least one field is required')
    // The documents cannot show the check itself.
    .meta({ anyOf: Object.keys(fields).map((field) => ({ required: [field] })) });
