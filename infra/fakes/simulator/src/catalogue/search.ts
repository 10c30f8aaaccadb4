import { catalogue, type Game } from './games.ts';

/** Normalizes text for comparison: no case, accents or punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Entry {
  readonly game: Game;
  readonly name: string;
  readonly words: readonly string[];
  readonly otherWords: readonly string[];
  readonly tags: readonly string[];
}

const entries: readonly Entry[] = catalogue.map((game) => {
  const name = plain(game.name);
  return {
    game,
    name,
    words: name.split(' '),
    otherWords: plain(game.aliases.join(' ')).split(' '),
    tags: [plain(game.genre), ...(game.popular ? ['popular'] : [])],
  };
});

function best(token: string, words: readonly string[], weight: number): number {
  let score = 0;
  for (const word of words) {
    if (word === token) return weight;
    if (word.startsWith(token)) score = Math.max(score, weight * 0.6);
    else if (token.length > 2 && word.includes(token)) score = Math.max(score, weight * 0.3);
  }
  return score;
}

/** Scores how well a game matches; 0 when any word of the query is missing. */
function relevance(entry: Entry, query: string, tokens: readonly string[]): number {
  let total = 0;
  for (const token of tokens) {
    const score = Math.max(
      best(token, entry.words, 10),
      best(token, entry.otherWords, 6),
      entry.tags.includes(token) ? 3 : 0,
    );
    if (score === 0) return 0;
    total += score;
  }
  if (entry.name === query) total += 30;
  else if (entry.name.startsWith(query)) total += 8;
  return total;
}

/**
 * Returns matching games, best first: words in any order, whole or prefixes, in names or aliases; no typo tolerance.
 */
export function searchGames(text: string): Game[] {
  const query = plain(text);
  if (!query) return [];
  const tokens = query.split(' ');
  return entries
    .map((entry) => ({ game: entry.game, score: relevance(entry, query, tokens) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.game.reviews - a.game.reviews || a.game.id - b.game.id)
    .map(({ game }) => game);
}
