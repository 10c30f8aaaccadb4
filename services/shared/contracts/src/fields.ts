import { z } from 'zod';
import { withoutControls, withoutNul, withoutNulMessage } from './without-nul.ts';

/** Free text from outside, at most `max` UTF-16 code units. Half a surrogate pair cannot be stored as UTF-8. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(withoutNul, withoutNulMessage)
    .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode');

/** A name of one line that a user gives to something of their own: 1 to 60 characters. @param thing as in "Give the view a name" */
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

/** A game's identity at its provider: Giant Bomb's `3030-<id>` or `igdb-<id>`. */
export const guid = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$/, 'Not a game identifier');

/** Page size given in a query string: 1 to `max`. */
export const limit = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback);
