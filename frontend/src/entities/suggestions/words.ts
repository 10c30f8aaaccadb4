import { fold } from '../entry/entry-keys.ts';

const boundary = /[^\p{L}\p{N}]+/u;

/** Letters from which on something is suggested. */
const fewest = 2;

export const isEnough = (typed: string): boolean => [...typed.trim()].length >= fewest;

/** Text as the server compares it: without case, accents and apostrophes. Kana have accents of their own. */
export const plain = (text: string): string => fold(text).replace(/[\p{M}'’‘`]/gu, '');

/** Its words, without punctuation. */
export const wordsOf = (text: string): readonly string[] =>
  plain(text)
    .split(boundary)
    .filter((word) => word !== '');

/** How well a name answers to what was typed so far: 0 not at all, 1 every word begins one of it, 2 it begins so, 3 it is so. */
export function likeness(name: string, typed: readonly string[]): 0 | 1 | 2 | 3 {
  if (typed.length === 0) return 0;
  const words = wordsOf(name);
  const [whole, wanted] = [words.join(' '), typed.join(' ')];
  if (whole === wanted) return 3;
  if (whole.startsWith(wanted)) return 2;
  return typed.every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0;
}
