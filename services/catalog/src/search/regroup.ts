import { lettersOf } from './normalise.ts';

const shortestPart = 3;

/** A query with one word split or two words joined. */
export interface Regrouped {
  /** Words that must exist for this variant to be useful. */
  readonly needs: readonly string[];
  /** The resulting parts: words, and adjacent pairs of words. */
  readonly parts: readonly string[];
}

/** Returns the query's other spacings, since people type "pacman", "starcraft" and "half life" in various ways. */
export function regroup(words: readonly string[]): Regrouped[] {
  return words.flatMap((word, at) => {
    const around = (...middle: string[]) => [...words.slice(0, at), ...middle, ...words.slice(at + middle.length)];
    const splits = [];
    const letters = lettersOf(word);
    for (let cut = shortestPart; cut <= letters.length - shortestPart; cut += 1) {
      const halves = [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
      splits.push({ needs: halves, parts: around(halves.join(' ')) });
    }
    const next = words[at + 1];
    if (next === undefined) return splits;
    const joined = `${word}${next}`;
    return [...splits, { needs: [joined], parts: [...words.slice(0, at), joined, ...words.slice(at + 2)] }];
  });
}
