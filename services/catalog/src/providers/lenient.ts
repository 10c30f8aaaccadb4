import { z } from 'zod';

/** Reads a provider's field, or the fallback when it is absent or malformed, so that the rest of the game survives. */
export const lenient = <Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) =>
  schema
    .nullish()
    .transform((value) => value ?? fallback)
    .catch(fallback as never);

/**
 * Removes NUL and lone surrogates, which PostgreSQL cannot store, and cuts the text to `max` UTF-16 code units without
 * splitting a character.
 */
export function cut(text: string, max: number): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  if (clean.length <= max) return clean;
  const end = /[\uD800-\uDBFF]/.test(clean[max - 1] ?? '') ? max - 1 : max;
  return clean.slice(0, end);
}

/** Like `cut`, but returns null for absent or blank text. */
export function cutOrNull(text: string | null | undefined, max: number): string | null {
  const clean = text ? cut(text, max).trim() : '';
  return clean === '' ? null : clean;
}

/** Returns the address of an image if it is http or https and at most 2048 characters, else null. */
export function imageUrl(url: string | null | undefined): string | null {
  if (!url || url.length > 2048 || /[\s\0]/.test(url) || !url.isWellFormed()) return null;
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') && /^https?:\/\//i.test(url) ? url : null;
}

/** A list of any items; empty when absent or malformed. */
export const anyList = lenient(z.array(z.unknown()), [] as unknown[]);

/** A named item of a provider, such as a genre. */
export const named = z.object({ name: z.string().trim().min(1) });

export const nameOf = (item: unknown): string | undefined => named.safeParse(item).data?.name;

/** A provider's id of a game. */
export const gameNumber = z.number().int().positive().max(999_999_999_999);

/** Returns the items that `read` accepts, at most `most`. */
export function listOf<Item>(
  items: readonly unknown[],
  most: number,
  read: (item: unknown) => Item | null | undefined,
): Item[] {
  const list: Item[] = [];
  for (const item of items) {
    if (list.length >= most) break;
    const value = read(item);
    if (value !== null && value !== undefined) list.push(value);
  }
  return list;
}

/** Like `listOf`, for names: each once, cut to 200 characters. */
export function namesOf(
  items: readonly unknown[],
  most: number,
  read: (item: unknown) => string | undefined,
): string[] {
  const seen = new Set<string>();
  return listOf(items, most, (item) => {
    const name = cutOrNull(read(item), 200);
    if (name === null || seen.has(name)) return null;
    seen.add(name);
    return name;
  });
}

/** Returns the date of `2009-10-29` or `2009-10-29 00:00:00`; null for anything else. */
export function dateOf(text: string | null | undefined): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/.exec(text ?? '')?.[1];
  return day !== undefined && z.iso.date().safeParse(day).success ? day : null;
}
