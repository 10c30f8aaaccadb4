import { lettersOf } from './normalise.ts';

const shortest = 4;
const longest = 24;

/** Shorter words have too many neighbours; longer ones are found by their parts. */
export const isCorrectable = (word: string) => {
  const { length } = lettersOf(word);
  return length >= shortest && length <= longest && /\D/.test(word);
};

/**
 * Returns a word and its forms without any one letter. Words one edit or swap apart share a form; trigrams barely
 * connect "zleda" and "zelda".
 */
export function deletesOf(word: string): string[] {
  const letters = lettersOf(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

/** Returns the edit distance in which a swap of neighbours is one edit (optimal string alignment). */
export function distance(left: string, right: string): number {
  const [a, b] = [lettersOf(left), lettersOf(right)];
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i ? i : j)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      (rows[i] ?? [])[j] = least;
    }
  }
  return at(a.length, b.length);
}

const mostCandidates = 3;

/**
 * Returns likely corrections, best first: fewest edits, then the same first letter, which people rarely get wrong, then
 * the same length.
 */
export function likeliest(asked: string, neighbours: readonly string[]): string[] {
  const allowed = asked.length < 8 ? 1 : 2;
  const rank = (word: string) => [
    distance(asked, word),
    word[0] === asked[0] ? 0 : 1,
    Math.abs(word.length - asked.length),
  ];
  return neighbours
    .map((word) => ({ word, rank: rank(word) }))
    .filter(({ rank: [edits = 0] }) => edits <= allowed)
    .sort((a, b) => compare(a.rank, b.rank) || (a.word < b.word ? -1 : 1))
    .slice(0, mostCandidates)
    .map(({ word }) => word);
}

const compare = (a: number[], b: number[]) => a.map((value, i) => value - (b[i] ?? 0)).find((gap) => gap !== 0) ?? 0;
