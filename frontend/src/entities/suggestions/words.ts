import { fold } from '../entry/entry-keys.ts';

const boundary = /[^\p{L}\p{N}]+/u;

/** Minimum number of letters for suggestions. */
const fewest = 2;

export const isEnough = (typed: string): boolean => [...typed.trim()].length >= fewest;

/** Folds text as the server does: without case, accents and apostrophes. `fold` alone leaves the accents of kana. */
export const plain = (text: string): string => fold(text).replace(/[\p{M}'’‘`]/gu, '');

/** Returns the folded words without punctuation. */
export const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .split(boundary)
    .filter((word) => word !== '');

/**
 * Rates how well a name matches: 0 not at all, 1 every typed word starts a word of it, 2 it starts with the text, 3 it
 * is the text.
 */
export function likeness(name: string, typed: readonly string[]): 0 | 1 | 2 | 3 {
  if (typed.length === 0) return 0;
  const words = wordsOf(name);
  const [whole, wanted] = [words.join(' '), typed.join(' ')];
  if (whole === wanted) return 3;
  if (whole.startsWith(wanted)) return 2;
  return typed.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0;
}
