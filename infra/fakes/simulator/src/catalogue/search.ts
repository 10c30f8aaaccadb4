import { catalogue } from './games.ts';

/** Normalizes text for comparison: no case, accents or punctuation. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const entries = catalogue.map((game) => {
  const name = plain(game.name);
  const tags = [plain(game.aliases.join(' ')), plain(game.genre), ...(game.popular ? ['popular'] : [])];
  return { game, name, words: name.split(' '), all: [name, ...tags].join(' ').split(' ') };
});

const isIn = (word: string, token: string) => word.startsWith(token) || (token.length > 2 && word.includes(token));

/**
 * Returns games that have all words of a text, whole or in part, in names, aliases or genre; no typo tolerance. The
 * closest names are first, then the games with most reviews.
 */
export function searchGames(text: string) {
  const query = plain(text);
  const tokens = query.split(' ');
  const rankOf = ({ name, words }: (typeof entries)[number]) => {
    if (name === query) return 0;
    if (name.startsWith(query)) return 1;
    return tokens.every((token) => words.includes(token)) ? 2 : 3;
  };
  return (query ? entries : [])
    .filter(({ all }) => tokens.every((token) => all.some((word) => isIn(word, token))))
    .map((entry) => ({ game: entry.game, rank: rankOf(entry) }))
    .sort((a, b) => a.rank - b.rank || b.game.reviews - a.game.reviews || a.game.id - b.game.id)
    .map(({ game }) => game);
}
