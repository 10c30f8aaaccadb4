import { z } from 'zod';
import { withoutNul, withoutNulMessage } from './without-nul.ts';

/** Free text from outside, at most `max` UTF-16 code units. Half a surrogate pair cannot be stored as UTF-8. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(withoutNul, withoutNulMessage)
    .refine((given) => given.isWellFormed(), 'Must be well-formed Unicode');

export const id = z.uuid();

/** ISO 8601 instant in UTC, such as 2026-03-01T12:00:00.000Z. */
export const instant = z.iso.datetime();

/** A game's identity at its provider: Giant Bomb's `3030-<id>` or `igdb-<id>`. */
export const guid = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}$/, 'Not a game identifier');

/** Page size given in a query string: 1 to `max`. */
export const limit = (fallback: number, max: number) => z.coerce.number().int().min(1).max(max).default(fallback);
