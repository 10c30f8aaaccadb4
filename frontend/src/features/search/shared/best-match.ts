import type { Game } from '@nightshelf/contracts/games.ts';

type Named = Pick<Game, 'name'>;

const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns how well a game matches a name, from 0 for no match to 3 for the same name. */
function likeness(game: Named, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const words = wordsOf(game.name);
  if (words.join(' ') === wanted.join(' ')) return 3;
  const [few, many] = words.length < wanted.length ? [words, wanted] : [wanted, words];
  if (few.length > 0 && few.every((word, place) => word === many[place])) return 2;
  return wanted.every((word) => words.includes(word)) ? 1 : 0;
}

/**
 * Returns the game most likely meant, the first of equals; null when none matches.
 * @param isAll false while more results may follow: then only an exact match counts
 */
export function bestMatch<Found extends Named>(games: readonly Found[], query: string, isAll: boolean): Found | null {
  const wanted = wordsOf(query);
  let best: { readonly game: Found; readonly like: number } | null = null;
  for (const game of games) {
    const like = likeness(game, wanted);
    if (like > (best?.like ?? (isAll ? 0 : 2))) best = { game, like };
  }
  return best?.game ?? null;
}
