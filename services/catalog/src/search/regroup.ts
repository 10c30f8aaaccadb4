import { lettersOf } from './whole-characters.ts';

const shortestPart = 3;

/** A query with one of its words split, or two joined. */
export interface Regrouped {
  /** Words that games must have for this to make sense. */
  readonly needs: readonly string[];
  /** The query's parts after it: words, and pairs of words that stand beside each other. */
  readonly parts: readonly string[];
}

/** Other ways to space a query: people type "pacman", "starcraft" and "half life" as they please. */
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
