import type { Game } from '@nightshelf/contracts/games.ts';

type Named = Pick<Game, 'name'>;

const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** How well a game answers to a name: 0 not at all, 3 by being called so. */
function likeness(game: Named, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const words = wordsOf(game.name);
  if (words.join(' ') === wanted.join(' ')) return 3;
  const [few, many] = words.length < wanted.length ? [words, wanted] : [wanted, words];
  if (few.length > 0 && few.every((word, place) => word === many[place])) return 2;
  return wanted.every((word) => words.includes(word)) ? 1 : 0;
}

/**
 * The game that was meant, of several alike the first; null where none answers to the name.
 * @param isAll false while more may be found: then only one that is called so is taken
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
