import { wordsOf } from '../../entities/suggestions/words.ts';

/** Returns how well a text matches the typed one; higher is better, null is no match. */
export function fuzzy(text: string, typed: string): number | null {
  const wanted = plain(typed);
  if (wanted === '') return 0;
  const name = plain(text);
  if (name.startsWith(wanted)) return 3;
  if (name.includes(` ${wanted}`)) return 2;
  return scattered(name, wanted.replaceAll(' ', ''));
}

const plain = (text: string): string => wordsOf(text).join(' ');

/**
 * Returns a score below 1: the fraction of letters that start a word or follow the previous match; null unless all
 * letters occur in order.
 */
function scattered(name: string, letters: string): number | null {
  let at = -1;
  let good = 0;
  for (const letter of letters) {
    const next = name.indexOf(letter, at + 1);
    if (next < 0) return null;
    if (next === at + 1 || name[next - 1] === ' ') good += 1;
    at = next;
  }
  const share = good / letters.length;
  // A match of scattered letters is a coincidence.
  return share < 0.6 ? null : share;
}
