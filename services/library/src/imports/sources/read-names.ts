import { guid as guidSchema, tags as tagsSchema, uniqueTags } from '@nightshelf/contracts';
import { type Read, shown } from './read-values.ts';

const longestTitle = 500;

/** A game's name, and the year where it stands behind it in brackets. */
export function readTitle(text: string): { readonly title: Read<string>; readonly year: number | null } {
  const given = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (given === '') return { title: { value: null }, year: null };
  if (given.length > longestTitle) return { title: { problem: 'The name of the game is too long.' }, year: null };
  const dated = /^(.+\S)\s*\(((?:19|20)\d\d)\)$/.exec(given);
  return dated ? { title: { value: dated[1] ?? '' }, year: Number(dated[2]) } : { title: { value: given }, year: null };
}

/** A year, or that of a date. */
export function readYear(text: string): Read<number> {
  if (text.trim() === '') return { value: null };
  const year = /(?:^|\D)((?:19|20)\d\d)(?:\D|$)/.exec(text)?.[1];
  return year ? { value: Number(year) } : { problem: `"${shown(text)}" is no year.` };
}

export function readGuid(text: string): Read<string> {
  if (text.trim() === '') return { value: null };
  const read = guidSchema.safeParse(text.trim());
  return read.success ? { value: read.data } : { problem: `"${shown(text)}" identifies no game.` };
}

/** Words of one's own for a game, as far as they are none too many and none too long. */
export function readTags(words: readonly string[]): Read<string[]> {
  const given = words.map((word) => word.trim()).filter(Boolean);
  if (given.length === 0) return { value: null };
  const read = tagsSchema.safeParse(given);
  return read.success
    ? { value: uniqueTags(read.data) }
    : { problem: `${read.error.issues[0]?.message ?? 'The tags are none'}.` };
}
