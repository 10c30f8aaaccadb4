import { uniqueTags } from '@nightshelf/contracts/entry-rules.ts';
import { guid as guidSchema } from '@nightshelf/contracts/fields.ts';
import { tags as tagsSchema } from '@nightshelf/contracts/library-entry.ts';
import { nothing, type Read, saysNothing, shown } from './read-values.ts';

const longestTitle = 500;

/** Reads a title and the year in brackets at its end, which distinguishes "God of War (2018)" from "God of War". */
export function readTitle(text: string): { readonly title: Read<string>; readonly year: number | null } {
  const given = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (given === '') return { title: nothing, year: null };
  if (given.length > longestTitle) return { title: { problem: 'The name of the game is too long.' }, year: null };
  const year = /\S\s*\(((?:19[5-9]|20\d)\d)\)$/.exec(given)?.[1];
  return { title: { value: given }, year: year === undefined ? null : Number(year) };
}

/**
 * Reads a title and its year, from its own column or else from the title.
 * @param yearText a year, a date, or nothing
 */
export function readTitleAndYear(text: string, yearText = ''): { title: Read<string>; year: Read<number> } {
  const { title, year } = readTitle(text);
  const read = readYear(yearText);
  return { title, year: 'value' in read && read.value === null ? { value: year } : read };
}

/** Reads a year, or the year of a date. */
export function readYear(text: string): Read<number> {
  if (saysNothing(text)) return nothing;
  // Spreadsheets may write 2018 as "2,018".
  const given = text.trim().replace(/^([12])[.,](\d{3})$/, '$1$2');
  const year = /(?:^|\D)((?:19[5-9]|20\d)\d)(?:\D|$)/.exec(given)?.[1];
  return year ? { value: Number(year) } : { problem: `"${shown(text)}" is not a year.` };
}

/** Reads a guid or a number of another service: `igdb-72`, `steam-620`. */
export function readGuid(text: string): Read<string> {
  if (saysNothing(text)) return nothing;
  const read = guidSchema.safeParse(text.trim());
  return read.success ? { value: read.data } : { problem: `"${shown(text)}" does not identify a game.` };
}

export function readTags(words: readonly string[]): Read<string[]> {
  const given = words.map((word) => word.trim()).filter(Boolean);
  if (given.length === 0) return nothing;
  const read = tagsSchema.safeParse(given);
  return read.success
    ? { value: uniqueTags(read.data) }
    : { problem: `${read.error.issues[0]?.message ?? 'The tags are none'}.` };
}
