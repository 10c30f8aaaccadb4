import { z } from 'zod';

/** Reads a field of a provider, or the fallback where it is absent or malformed, so that the game is not lost. */
export const lenient = <Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) =>
  schema
    .nullish()
    .transform((value) => value ?? fallback)
    .catch(fallback as never);

/**
 * Text without NUL and half characters, which PostgreSQL cannot hold, cut to `max` UTF-16 code units without splitting a
 * character.
 */
export function cut(text: string, max: number): string {
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  if (clean.length <= max) return clean;
  const end = /[\uD800-\uDBFF]/.test(clean[max - 1] ?? '') ? max - 1 : max;
  return clean.slice(0, end);
}

/** As `cut`; null for text that is absent or blank. */
export function cutOrNull(text: string | null | undefined, max: number): string | null {
  const clean = text ? cut(text, max).trim() : '';
  return clean === '' ? null : clean;
}

/** An address that may be shown as an image: http or https, at most 2048 characters; else null. */
export function imageUrl(url: string | null | undefined): string | null {
  if (!url || url.length > 2048 || /[\s\0]/.test(url) || !url.isWellFormed()) return null;
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') && /^https?:\/\//i.test(url) ? url : null;
}

/** A list of whatever there is; none where it is absent or malformed. */
export const anyList = lenient(z.array(z.unknown()), [] as unknown[]);

/** Something that a provider names, such as a genre. */
export const named = z.object({ name: z.string().trim().min(1) });

export const nameOf = (item: unknown): string | undefined => named.safeParse(item).data?.name;

/** A provider's own number of a game. */
export const gameNumber = z.number().int().positive().max(999_999_999_999);

/** What `read` makes of the items of a list, at most `most` of it; whatever it makes nothing of is left out. */
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

/** As `listOf`, for names: each once, cut to 200 characters. */
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

/** The date of `2009-10-29` or `2009-10-29 00:00:00`; null for anything that is no date. */
export function dateOf(text: string | null | undefined): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/.exec(text ?? '')?.[1];
  return day !== undefined && z.iso.date().safeParse(day).success ? day : null;
}
