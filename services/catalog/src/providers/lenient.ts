import { mostOf } from '@nightshelf/contracts/game-details.ts';
import { z } from 'zod';
import { cut as cutText } from '../search/normalise.ts';

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
  return cutText(text.replaceAll('\u0000', '').toWellFormed(), max);
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

/** A text of at most `max` characters; null when absent, blank or malformed. */
export const optionalText = (max: number) => lenient(z.string(), null).transform((text) => cutOrNull(text, max));

/** A name of at most `max` characters; malformed when blank. */
export const nameText = (max: number) =>
  z
    .string()
    .transform((text) => cut(text, max).trim())
    .pipe(z.string().min(1));

/** The usable items of a list, at most `most`; empty when it is absent or malformed. */
export const listOf = <Schema extends z.ZodType>(item: Schema, most: number) =>
  lenient(z.array(z.unknown()), [] as unknown[]).transform((items) =>
    items
      .map((one) => item.safeParse(one))
      .filter(({ success }) => success)
      .slice(0, most)
      .map(({ data }) => data as z.output<Schema>),
  );

/** A named item of a provider, such as a genre. */
export const named = z.object({ name: nameText(200) });

/** Returns each name once. */
export const distinctNames = (items: readonly { readonly name: string }[]) =>
  [...new Set(items.map(({ name }) => name))].slice(0, mostOf.names);

/** The names of a list such as genres, each once. */
export const names = listOf(named, 1000).transform(distinctNames);

/** A provider's id of a game. */
export const gameNumber = z.number().int().positive().max(999_999_999_999);

/** Returns the date of `2009-10-29` or `2009-10-29 00:00:00`; null for anything else. */
export function dateOf(text: string | null | undefined): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/.exec(text ?? '')?.[1];
  return day !== undefined && z.iso.date().safeParse(day).success ? day : null;
}

/** Image hosts of the providers; the gateway allows the same in browsers. */
const ofProviders = ['https://*.giantbomb.com', 'https://images.igdb.com'];

/** Returns an image's address, or null if images may not come from there. */
export type ImageSources = (address: string | null) => string | null;

/**
 * Restricts the sources of images, since an address from a provider may lead anywhere.
 * @param more origins besides the providers' own; `https://*.example.com` covers all its subdomains
 */
export function imageSources(more: readonly string[] = []): ImageSources {
  const origins = [...ofProviders, ...more].map((origin) => origin.split('*'));
  return (address) => {
    const url = URL.parse(address ?? '');
    if (url?.username !== '' || url.password !== '') return null;
    const isAllowed = origins.some(([start = '', end]) =>
      end === undefined ? url.origin === start : url.origin.startsWith(start) && url.origin.endsWith(end),
    );
    return isAllowed ? address : null;
  };
}
